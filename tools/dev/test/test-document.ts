/** Runs what docs/operations.md says, as written, in a folder like the repository. */
import { spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, symlinkSync } from 'node:fs'
import { cp, mkdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { onTestFinished } from 'vitest'
import { OPERATIONS } from '../../../apps/server/test/servers/rotation/operations-document.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))

export interface Running {
  said(): string
  stop(): Promise<number | null>
}

/** Starts a script without waiting, in its own process group, so that its server ends with it. */
export const startScript = (script: string, options: { cwd: string; env: NodeJS.ProcessEnv }): Running => {
  const child = spawn('bash', ['--norc', '-ec', script], {
    ...options,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let text = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      text += chunk.toString()
    })
  }
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  const signal = (name: NodeJS.Signals) => {
    if (child.exitCode === null && child.signalCode === null) process.kill(-Number(child.pid), name)
  }
  onTestFinished(() => signal('SIGKILL'))
  return {
    said: () => text,
    stop: () => {
      signal('SIGTERM')
      return ended
    },
  }
}

/** Runs a script; throws with its output unless it ends with 0. */
export const runScript = async (
  script: string,
  options: { cwd: string; env: NodeJS.ProcessEnv },
): Promise<string> => {
  const child = spawn('bash', ['--norc', '-ec', script], { ...options, stdio: ['ignore', 'pipe', 'pipe'] })
  let text = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      text += chunk.toString()
    })
  }
  const code = await new Promise((resolve) => child.once('close', resolve))
  if (code !== 0) throw new Error(`ended with ${code}:\n${script}\n${text.slice(-3_000)}`)
  return text
}

/** Folder like the repository, with its own place for a deployment's files. */
export const openCheckout = async (): Promise<string> => {
  const folder = mkdtempSync(join(tmpdir(), 'dr-operations-'))
  for (const name of readdirSync(root)) {
    if (!['deployments', '.git', '.cache', '.data'].includes(name))
      symlinkSync(join(root, name), join(folder, name))
  }
  await mkdir(join(folder, 'deployments'))
  for (const name of readdirSync(join(root, 'deployments')).filter((name) => name.includes('.example.'))) {
    await cp(join(root, 'deployments', name), join(folder, 'deployments', name))
  }
  return folder
}

/** Command of a process from the document's table. */
export const programOf = (name: string): string => {
  const row = OPERATIONS.split('\n').find(
    (line) => line.startsWith('| ') && line.includes(name) && /`node [^`]+\.ts`/.test(line),
  )
  const command = /`(node [\w/-]+\.ts)`/.exec(row ?? '')?.[1]
  if (command === undefined) throw new Error(`docs/operations.md has no command of: ${name}`)
  return `exec ${command}`
}
