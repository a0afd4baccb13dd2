import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { writeWhole } from '../files.ts'
import { inputsHash } from './inputs-hash.ts'
import { runTool } from './run-tool.ts'

const INPUTS = ['contracts/src', 'contracts/foundry.toml', 'contracts/script/solc.cjs', 'package-lock.json']
/** One of the artefacts: an emptied output folder is built again. */
const ARTEFACT = 'contracts/out/DigitalRights.sol/DigitalRights.json'

/** Builds bytecode for the deployment with Forge, if the sources have changed. True: it was built. */
export const buildContracts = async (root: string): Promise<boolean> => {
  const hash = inputsHash({ root, inputs: INPUTS, settings: '' })
  const stamp = join(root, '.cache', 'build-contracts')
  const built = existsSync(stamp) ? readFileSync(stamp, 'utf8') : undefined
  if (built === hash && existsSync(join(root, ARTEFACT))) return false
  await runTool({
    root,
    folder: 'contracts',
    tool: 'node',
    args: ['script/forge.ts', 'build', '--skip', 'test'],
  })
  await writeWhole(stamp, hash)
  return true
}
