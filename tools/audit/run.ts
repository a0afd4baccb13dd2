/**
 * `npm run audit -- --rpc URL (--site URL | --files DIR) [--epoch N] [--registry ADDRESS] [--from-block N]
 * [--range BLOCKS]`: checks an epoch's file of what accounts earned (default: the newest confirmed one)
 * against the chain. Anyone can run it: it imports the protocol and the ABIs, and contacts the node and the
 * site alone. The node must serve `eth_getLogs`, and old states unless `--from-block` names the deployment's
 * block. Exits with 0 if all that was checked agrees, else with 1.
 */
import { parseArgs } from 'node:util'
import { createPublicClient, getAddress, http } from 'viem'
import { AuditError, audit } from './audit.ts'
import { ON_OPERATORS_WORD } from './operators-word.ts'
import { folderSource, siteSource } from './roots-source.ts'

const RANGE_BLOCKS = 5_000n
/** As the witness's (watch-roots.ts). */
const RESPONSE_BYTES_MAX = 200_000_000
const ANSWER_TIMEOUT_MS = 60_000

const number = (text: string | undefined): bigint | undefined => {
  if (text === undefined) return undefined
  if (!/^\d+$/.test(text)) throw new AuditError(`${text} is not a whole number`)
  return BigInt(text)
}

const print = (line: string): void => void process.stdout.write(`${line}\n`)

const run = async (): Promise<boolean> => {
  const { values } = parseArgs({
    options: {
      rpc: { type: 'string' },
      site: { type: 'string' },
      files: { type: 'string' },
      epoch: { type: 'string' },
      registry: { type: 'string' },
      'from-block': { type: 'string' },
      range: { type: 'string' },
    },
  })
  const { rpc, site, files } = values
  if (rpc === undefined || (site === undefined) === (files === undefined))
    throw new AuditError('usage: npm run audit -- --rpc URL (--site URL | --files DIR) [--epoch N]')
  const { registry, epoch, block, findings } = await audit({
    client: createPublicClient({
      transport: http(rpc, { maxResponseBodySize: RESPONSE_BYTES_MAX, timeout: ANSWER_TIMEOUT_MS }),
    }),
    source: site === undefined ? folderSource(files as string) : siteSource(site),
    registry: values.registry === undefined ? undefined : getAddress(values.registry),
    epoch: number(values.epoch),
    fromBlock: number(values['from-block']),
    rangeBlocks: number(values.range) ?? RANGE_BLOCKS,
  })
  print(`epoch ${epoch} of registry ${registry}, events and views up to final block ${block}`)
  if (values.registry === undefined)
    print('  the registry is named by the files or the site: compare it with a source you trust')
  for (const { name, text, faults } of findings) {
    print(`${faults.length === 0 ? 'ok     ' : 'DIFFERS'} ${name}: ${text}`)
    for (const fault of faults) print(`          ${fault}`)
  }
  print('rests on the operator’s word:')
  for (const line of ON_OPERATORS_WORD) print(`  ${line}`)
  return findings.every(({ faults }) => faults.length === 0)
}

try {
  process.exitCode = (await run()) ? 0 : 1
} catch (error) {
  process.stderr.write(`not checked: ${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
}
