/**
 * A real container engine (Podman) with its own images and volumes, and a base image without any registry.
 */
import { execFile } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { copyFile, cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { spawnTied, stopProcess } from '@dr/test-kit'
import { vi } from 'vitest'
import { unpackDebian } from '../debian.ts'

const run = promisify(execFile)

export interface Engine {
  /** A folder that is removed with it. */
  readonly folder: string
  /** Runs a command of Bash; resolves to its output, rejects unless it exits with 0. */
  run(command: string, options?: { cwd?: string }): Promise<string>
  /** Ends all containers, and removes everything. */
  stop(): Promise<void>
}

/** crun refuses two versions of control groups at once; their limits are not tested here. */
const WITHOUT_HYBRID_GROUPS = 'if [ -e /sys/fs/cgroup/unified ]; then umount /sys/fs/cgroup/unified; fi'

const PROCESSES_MAX = 4_096

/** This process's own limits: the engine's defaults are refused where they may not be raised. */
const ownLimit = (name: string): number =>
  Number(
    new RegExp(`^${name} +\\d+ +(\\d+)`, 'm').exec(readFileSync('/proc/self/limits', 'utf8'))?.[1] ??
      PROCESSES_MAX, // unlimited
  )

const npm = async (...args: readonly string[]): Promise<string> => (await run('npm', [...args])).stdout.trim()

/** Folder of npm itself. Its global folder is that of its Node, which may be a package. */
const npmFolder = async (): Promise<string> => {
  const { stdout } = await run('sh', ['-c', 'readlink -f "$(command -v npm)"'])
  return join(dirname(stdout.trim()), '..')
}

const writeSettings = async (folder: string): Promise<Record<string, string>> => {
  const [containers, storage] = [join(folder, 'containers.conf'), join(folder, 'storage.conf')]
  const cache = await npm('config', 'get', 'cache')
  await mkdir(cache, { recursive: true })
  const descriptors = ownLimit('Max open files')
  const processes = Math.min(ownLimit('Max processes'), PROCESSES_MAX)
  await writeFile(
    containers,
    `[containers]
netns = "host"
cgroups = "disabled"
default_ulimits = ["nofile=${descriptors}:${descriptors}", "nproc=${processes}:${processes}"]
# npm's packages of this machine, over which a build writes for itself alone.
volumes = ["${cache}:/root/.npm:O"]
[engine]
cgroup_manager = "cgroupfs"
events_logger = "file"
`,
  )
  await writeFile(
    storage,
    `[storage]
driver = "overlay"
graphroot = "${join(folder, 'storage')}"
runroot = "${join(folder, 'run')}"
`,
  )
  return { CONTAINERS_CONF: containers, CONTAINERS_STORAGE_CONF: storage }
}

/** Starts in its own namespaces: mounts and processes of its containers end with it, however it ends. */
export const startEngine = async (): Promise<Engine> => {
  const folder = await mkdtemp(join(tmpdir(), 'dr-engine-'))
  const env = { ...process.env, ...(await writeSettings(folder)) }
  const alone = ['--mount', '--pid', '--fork', '--kill-child', '--mount-proc']
  const script = `${WITHOUT_HYBRID_GROUPS}; echo up; exec sleep infinity`
  const child = spawnTied('unshare', [...alone, 'sh', '-ec', script])
  let said = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk: Buffer) => {
      said += chunk.toString()
    })
  }
  const stop = async () => {
    await stopProcess(child, 'SIGKILL')
    // Killed processes and their mounts disappear a moment later.
    await rm(folder, { recursive: true, force: true, maxRetries: 50, retryDelay: 200 })
  }
  try {
    await vi.waitFor(
      () => {
        if (said !== 'up\n') throw new Error(`no namespaces: ${said}`)
      },
      { timeout: 10_000 },
    )
  } catch (error) {
    await stop()
    throw error
  }
  const first = readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8').trim()
  return {
    folder,
    run: async (command, { cwd = folder } = {}) => {
      const script = `cd '${cwd}'; ${command}`
      const inside = [`--target=${first}`, '--mount', '--pid', '--', 'bash', '--norc', '-ec', script]
      const { stdout } = await run('nsenter', inside, { env, maxBuffer: Number.POSITIVE_INFINITY })
      return stdout
    },
    stop,
  }
}

/**
 * Imports the base image of the container file, made of Debian's packages: Node as it runs here, npm, and the
 * user `node`. It reaches npm's registry like this machine.
 */
export const importBase = async ({ folder, run }: Engine, name: string): Promise<void> => {
  const base = join(folder, 'base')
  await mkdir(base, { mode: 0o755 })
  await unpackDebian(base)
  await copyFile(process.execPath, join(base, 'usr/local/bin/node'))
  await cp(await npmFolder(), join(base, 'usr/local/lib/node_modules/npm'), { recursive: true })
  for (const program of ['npm', 'npx']) {
    await symlink(`../lib/node_modules/npm/bin/${program}-cli.js`, join(base, 'usr/local/bin', program))
  }
  const settings = [
    `npm_config_registry=${await npm('config', 'get', 'registry')}`,
    'npm_config_prefer_offline=true',
  ]
  const certificates = process.env.NODE_EXTRA_CA_CERTS
  if (certificates !== undefined && existsSync(certificates)) {
    await copyFile(certificates, join(base, 'usr/local/share/ca.pem'))
    settings.push('NODE_EXTRA_CA_CERTS=/usr/local/share/ca.pem')
  }
  const changes = settings.map((setting) => `--change 'ENV ${setting}'`).join(' ')
  await run(`
    chroot base groupadd --gid 1000 node
    chroot base useradd --uid 1000 --gid node --create-home node
    tar --create --directory=base . | podman import ${changes} - ${name}`)
  await rm(base, { recursive: true })
}
