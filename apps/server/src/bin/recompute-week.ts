/**
 * `npm run recompute -- <week> [site]`: computes a week's published results (dividends, nodes) again, and all before it, from the chain's events;
 * for everybody, on any machine. `site`: where the app is served from (http://localhost:8080). `RPC_URL`: a node that serves
 * `eth_getLogs`, where the site's own public ones do not. Ends with 0 when every hash is the same: of the file, of what was
 * computed, and of what was posted on chain, and every week was closed by the rules this copy of the code has; with 1 when not. The site says which contracts it means: they are printed,
 * to be compared with what one knows of them, and a site that one does not trust is not to choose the node as well.
 */
import { CALLS } from '@dr/protocol/calls/index'
import { createPublicClient, http } from 'viem'
import { checkResults } from '../modules/dividends/index.ts'
import { checkNodeResults } from '../modules/nodes/index.ts'
import {
  type CheckedRules,
  type ComparedResult,
  isRight,
  originOf,
  type ResultName,
  resultName,
} from '../modules/results/index.ts'

const LOCAL_SITE = 'http://localhost:8080'

const print = (line: string) => process.stdout.write(`${line}\n`)
const complain = (line: string) => process.stderr.write(`${line}\n`)

const readText = async (url: string): Promise<string> => {
  const answer = await fetch(url)
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}`)
  return answer.text()
}

const [weekText, site = LOCAL_SITE] = process.argv.slice(2)
if (weekText === undefined || !/^\d+$/.test(weekText)) {
  complain('npm run recompute -- <week> [site]')
  process.exit(2)
}
const { data } = JSON.parse(await readText(`${site}${CALLS.publicConfig.path}`)) as { data: unknown }
const { chain, contracts, startBlock } = CALLS.publicConfig.response.parse(data)
const node = process.env.RPC_URL ?? chain.rpcUrls[0]
const client = createPublicClient({ transport: http(node) })
if ((await client.getChainId()) !== chain.chainId) {
  complain(`${node} is a node of another chain than ${chain.chainId}`)
  process.exit(1)
}
// Which contracts there are only the site says: whoever checks it has to know them from elsewhere.
print(`chain ${chain.chainId}, asked of ${node}`)
for (const [name, at] of Object.entries(contracts)) {
  if (typeof at === 'string') print(`  ${name.padEnd(16)} ${at.toLowerCase()}`)
}
const address = (text: string) => text as `0x${string}`
const input = {
  origin: originOf(chain.chainId, {
    digitalRights: address(contracts.DigitalRights),
    exchange: address(contracts.Exchange),
    funding: address(contracts.Funding),
    priceOracle: address(contracts.PriceOracle),
    emission: address(contracts.Emission),
    usdt: address(contracts.USDT),
    dr: address(contracts.DR),
    resultRegistry: address(contracts.ResultRegistry),
  }),
  startBlock: BigInt(startBlock),
  lastWeek: BigInt(weekText),
}
const readFile = (kind: ResultName['kind']) => (week: bigint) =>
  readText(`${site}/results/${resultName({ kind, week })}`)

const spell = (rules: CheckedRules['said']): string =>
  Object.entries(rules)
    .map(([name, value]) => `${name} ${value}`)
    .join(', ')

/** `taken`: what the file alone says, as no chain knows it. */
const report = (
  one: ComparedResult & { readonly rules: CheckedRules },
  taken: Readonly<Record<string, number>>,
): void => {
  const { kind, week, published, recomputed, posted, postedBy, difference, rules } = one
  print(`${kind}, week ${week}: ${isRight(one) ? 'right' : 'WRONG'}`)
  print(`  file       ${published}\n  recomputed ${recomputed}\n  on chain   ${posted ?? 'not posted'}`)
  if (postedBy) {
    const replaced = postedBy.isReplaced ? ', a key that was REPLACED since' : ''
    print(`  posted by  ${postedBy.attester.toLowerCase()}${replaced}`)
  }
  print(`  rules      ${spell(rules.said)}`)
  if (rules.ours) print(`  NOT THE RULES of this copy of the code: ${spell(rules.ours)}`)
  const said = Object.entries(taken).filter(([, count]) => count > 0)
  if (said.length > 0) {
    print(`  taken from the file: ${said.map(([what, count]) => `${count} ${what}`).join(', ')}`)
  }
  if (difference) {
    print(`  line ${difference.line} is ${difference.published}\n  and comes to ${difference.recomputed}`)
  }
}

const dividends = await checkResults(client, { ...input, readFile: readFile('dividends') })
for (const one of dividends) {
  report(one, { 'holders’ requests': one.requests, 'late events': one.late })
}
const nodes = await checkNodeResults(client, { ...input, readFile: readFile('nodes') })
for (const one of nodes) {
  report(one, {
    'bindings to an inviter': one.members,
    reinvestments: one.reinvestments,
    'late events': one.late,
  })
}
const checked = [...dividends, ...nodes]
if (!checked.some(({ week }) => week === BigInt(weekText))) {
  complain(`week ${weekText} is before the first one`)
  process.exitCode = 1
} else if (!checked.every((one) => isRight(one) && one.rules.ours === null)) process.exitCode = 1
