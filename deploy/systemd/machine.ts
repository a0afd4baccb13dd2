/** A host whose pid 1 is a real systemd: Debian 12 in a container of systemd-nspawn. */
import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, rmdirSync } from 'node:fs'
import { mkdir, readdir, rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import { spawnTied, stopProcess } from '@dr/test-kit'
import { expect, vi } from 'vitest'

const run = promisify(execFile)
const BOOTED_WITHIN_MS = 60_000
const STOPPED_WITHIN_MS = 60_000

export interface Machine {
  /** Runs a script of Bash as root; resolves to its output, rejects unless it exits with 0. */
  run(script: string, variables?: Readonly<Record<string, string>>): Promise<string>
  /** Switches it off, which ends its services. */
  stop(): Promise<void>
}

/**
 * The control groups that systemd manages, version 2 or the two of hybrid mode: a separate folder for the
 * machine in each, since nspawn would otherwise share ours with any other machine.
 */
const groupFolders = (name: string): string[] =>
  [
    '/sys/fs/cgroup/systemd',
    existsSync('/sys/fs/cgroup/unified') ? '/sys/fs/cgroup/unified' : '/sys/fs/cgroup',
  ]
    .filter((root) => existsSync(join(root, 'cgroup.procs')))
    .map((root) => join(root, name))

/** Removes a control group's folder from its leaves upwards; its files are the kernel's. */
const removeGroup = async (folder: string): Promise<void> => {
  if (!existsSync(folder)) return
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    if (entry.isDirectory()) await removeGroup(join(folder, entry.name))
  }
  rmdirSync(folder)
}

/** The systemd below process `pid`, by this machine's pids. */
const systemdBelow = (pid: string): string | undefined => {
  if (readFileSync(`/proc/${pid}/comm`, 'utf8') === 'systemd\n') return pid
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim()
  return children === '' ? undefined : systemdBelow(children.split(' ').at(-1) ?? '')
}

/** Boots the Debian in `root`, with this machine's network. Resolves when all enabled units were started. */
export const bootMachine = async (root: string): Promise<Machine> => {
  const name = basename(root)
  const groups = groupFolders(name)
  for (const group of groups) await mkdir(group)
  const nspawn = [
    ...['systemd-nspawn', '--quiet', '--boot', `--directory=${root}`, `--machine=${name}`],
    // No systemd of this machine is used: there may be none.
    ...['--register=no', '--keep-unit', '--console=pipe'],
  ]
  const script = [...groups.map((group) => `echo $$ >${group}/cgroup.procs`), 'exec "$@"'].join('; ')
  // A killed nspawn leaves its systemd; the first process of a namespace ends all others.
  const alone = ['--pid', '--fork', '--kill-child', '--mount-proc']
  const child = spawnTied('unshare', [...alone, 'sh', '-ec', script, 'sh', ...nspawn])
  let said = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk: Buffer) => {
      said += chunk.toString()
    })
  }
  let leader: string | undefined
  const machine: Machine = {
    run: async (script, variables = {}) => {
      const env = { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', ...variables }
      const inside = [`--target=${leader}`, '--mount', '--uts', '--ipc', '--pid', '--root', '--wd']
      const { stdout } = await run('nsenter', [...inside, '--', 'bash', '--norc', '-ec', script], {
        env,
        maxBuffer: Number.POSITIVE_INFINITY,
      })
      return stdout
    },
    stop: async () => {
      if (child.exitCode === null && child.signalCode === null) {
        const ended = once(child, 'exit')
        await machine.run('systemctl poweroff').catch(() => undefined) // it was not running
        await Promise.race([ended, delay(STOPPED_WITHIN_MS, undefined, { ref: false })])
        await stopProcess(child, 'SIGKILL')
      }
      // Killed processes disappear a moment later.
      for (const group of groups) await vi.waitFor(() => removeGroup(group), { timeout: 10_000 })
      for (const kind of ['propagate', 'unix-export']) {
        await rm(join('/run/systemd/nspawn', kind, name), { recursive: true, force: true })
      }
    },
  }
  try {
    const isBooted = async () => {
      if (child.exitCode !== null) return said
      leader = systemdBelow(String(child.pid))
      if (leader === undefined) return 'no pid 1'
      return machine.run('systemctl is-system-running --wait || systemctl --failed').catch(String)
    }
    await expect.poll(isBooted, { timeout: BOOTED_WITHIN_MS, interval: 200 }).toBe('running\n')
  } catch (error) {
    await machine.stop()
    throw error
  }
  return machine
}
