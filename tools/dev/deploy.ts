/**
 * `npm run deploy -- <configuration> [--check | --calls]`: docs/operations.md. Environment: `RPC_URL`, and
 * `DEPLOYER_KEY_FILE`, a file readable only by its owner. Writes `deployments/<chainId>.json`; `--calls`: `deployments/<chainId>.calls.json`.
 */

import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { endpoint, parseSetting } from '@dr/server/platform/config/config-values'
import { runProgram } from '@dr/server/platform/programs/run-program'
import { checkChain, checkPrices, deployToChain, writeHolderCalls } from './deployment/deploy-chain.ts'
import { readKeyFile } from './deployment/read-key-file.ts'
import { parseTarget } from './deployment/target.ts'
import { SetupError } from './settings.ts'

const fromEnvironment = (name: string): string => {
  const value = process.env[name]
  if (!value) throw new SetupError(`${name}: missing`)
  return value
}

const readConfiguration = (path: string): unknown => {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch (error) {
    throw new SetupError(`${path} cannot be read: ${error instanceof Error ? error.message : String(error)}`)
  }
}

const USAGE = 'npm run deploy -- <configuration.json> [--check | --calls]'
const [CHECK, CALLS] = ['--check', '--calls']

const run = async ([path, ...options]: readonly string[]): Promise<void> => {
  const unknown = options.find((option) => option !== CHECK && option !== CALLS)
  if (unknown !== undefined) throw new SetupError(`unknown option ${unknown}: ${USAGE}`)
  if (path === undefined || path.startsWith('--')) throw new SetupError(USAGE)
  const target = parseTarget(readConfiguration(path))
  const directory =
    process.env.DEPLOYMENTS_DIR ?? fileURLToPath(new URL('../../deployments', import.meta.url))
  const place = { rpcUrl: parseSetting(endpoint, fromEnvironment('RPC_URL'), 'RPC_URL'), directory }
  if (options.includes(CHECK)) {
    const findings = await checkChain(target, place)
    if (findings.length > 0)
      throw new SetupError(`the deployment does not match its configuration:\n  ${findings.join('\n  ')}`)
    process.stdout.write('the deployment matches its configuration\n')
    for (const notice of await checkPrices(target, place)) process.stdout.write(`${notice}\n`)
    return
  }
  if (options.includes(CALLS)) {
    process.stdout.write(`${await writeHolderCalls(target, place)}\n`)
    return
  }
  const deployerKey = readKeyFile(fromEnvironment('DEPLOYER_KEY_FILE'))
  const { contracts } = await deployToChain(target, { ...place, deployerKey })
  process.stdout.write(`${JSON.stringify(contracts, null, 2)}\n`)
}

await runProgram(() => run(process.argv.slice(2)), SetupError)
