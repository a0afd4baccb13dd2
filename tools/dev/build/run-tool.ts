import { spawn } from 'node:child_process'
import { delimiter, dirname, join } from 'node:path'
import { SetupError } from '../settings.ts'

/** Limit of the output shown for a failed build. */
const SHOWN_CHARACTERS = 6_000

/** Runs a tool of node_modules/.bin with this Node; silent unless it fails. */
export const runTool = (input: {
  readonly root: string
  /** Folder to run in, relative to the root. */
  readonly folder: string
  readonly tool: string
  readonly args: readonly string[]
  readonly environment?: Readonly<Record<string, string>>
}): Promise<void> =>
  new Promise((resolve, reject) => {
    const bin = join(input.root, 'node_modules', '.bin')
    const path = [dirname(process.execPath), bin, process.env.PATH ?? ''].join(delimiter)
    const child = spawn(join(bin, input.tool), input.args, {
      cwd: join(input.root, input.folder),
      env: { ...process.env, PATH: path, NO_COLOR: '1', ...input.environment },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const endWithUs = (): void => void child.kill()
    process.once('exit', endWithUs)
    let output = ''
    const keep = (chunk: Buffer): void => {
      output = (output + chunk.toString()).slice(-SHOWN_CHARACTERS)
    }
    child.stdout.on('data', keep)
    child.stderr.on('data', keep)
    child.once('error', reject)
    child.once('close', (code) => {
      process.off('exit', endWithUs)
      if (code === 0) resolve()
      else
        reject(new SetupError(`${input.tool} ${input.args.join(' ')} failed in ${input.folder}:\n${output}`))
    })
  })
