/**
 * `npm run recompute -- <week> [site]`: recomputes the published results (dividends, nodes) of a week, and of
 * every week before it, from the chain's events. Anyone can run it, on any machine. `site`: where the app is
 * served (default http://localhost:8080). `RPC_URL`: a node that serves `eth_getLogs`, if the site's public
 * ones do not. Exits with 0 if for every week the three hashes are equal (of the file, of the recomputed
 * text, of the hash on chain) and the week was closed by the rules of this copy of the code; with 1
 * otherwise. The contract addresses come from the site. They are printed, to be compared with addresses known
 * from elsewhere; if you do not trust the site, choose the node yourself.
 */

import { CALLS } from '@dr/protocol/calls/index'
import { createPublicClient, type Hex, http } from 'viem'
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
import { endpoint, parseSetting } from '../platform/config/config-values.ts'
import { FatalError } from '../platform/errors.ts'
import { lowerHex } from '../platform/hex.ts'
import { hideUrls } from '../platform/logger.ts'
import { runProgram } from '../platform/programs/run-program.ts'

const LOCAL_SITE = 'http://localhost:8080'

const print = (line: string) => process.stdout.write(`${line}\n`)
const complain = (line: string) => process.stderr.write(`${line}\n`)

/** Reads a path of the site. */
const readText = async (site: string, path: string): Promise<string> => {
  const answer = await fetch(site + path).catch((cause: unknown) => {
    throw new Error(`the site ${site} cannot be read`, { cause })
  })
  if (!answer.ok) throw new FatalError(`${path}: the site ${site} answered ${answer.status}`)
  return answer.text()
}

const formatRules = (rules: CheckedRules['said']): string =>
  Object.entries(rules)
    .map(([name, value]) => `${name} ${value}`)
    .join(', ')

/** `taken`: number of figures taken from the file, because they are not on chain. */
const report = (
  one: ComparedResult & { readonly rules: CheckedRules },
  taken: Readonly<Record<string, number>>,
): void => {
  const { kind, week, published, recomputed, posted, postedBy, difference, rules } = one
  print(`${kind}, week ${week}: ${isRight(one) ? 'right' : 'WRONG'}`)
  print(`  file       ${published}\n  recomputed ${recomputed}\n  on chain   ${posted ?? 'not posted'}`)
  if (postedBy) {
    const replaced = postedBy.isReplaced ? ', a key that was REPLACED since' : ''
    print(`  posted by  ${postedBy.attester}${replaced}`)
  }
  print(`  rules      ${formatRules(rules.said)}`)
  if (rules.ours) print(`  NOT THE RULES of this copy of the code: ${formatRules(rules.ours)}`)
  const said = Object.entries(taken).filter(([, count]) => count > 0)
  if (said.length > 0) {
    print(`  taken from the file: ${said.map(([what, count]) => `${count} ${what}`).join(', ')}`)
  }
  if (difference) {
    print(`  line ${difference.line} is ${difference.published}\n  and comes to ${difference.recomputed}`)
  }
}

await runProgram(async () => {
  const [weekText, site = LOCAL_SITE] = process.argv.slice(2)
  if (weekText === undefined || !/^\d+$/.test(weekText)) {
    complain('npm run recompute -- <week> [site]')
    process.exit(2)
  }
  const { data } = JSON.parse(await readText(site, CALLS.publicConfig.path)) as { data: unknown }
  const { chain, contracts, startBlock } = CALLS.publicConfig.response.parse(data)
  const given = process.env.RPC_URL
  const node = given === undefined ? chain.rpcUrls[0] : parseSetting(endpoint, given, 'RPC_URL')
  const shownNode = hideUrls(String(node))
  const client = createPublicClient({ transport: http(node) })
  if ((await client.getChainId()) !== chain.chainId) {
    throw new FatalError(`${shownNode} is a node of another chain than ${chain.chainId}`)
  }
  const address = (text: string) => lowerHex(text as Hex)
  // The addresses come only from the site: compare them with addresses from another source.
  print(`chain ${chain.chainId}, asked of ${shownNode}`)
  for (const [name, at] of Object.entries(contracts)) {
    if (typeof at === 'string') print(`  ${name.padEnd(16)} ${address(at)}`)
  }
  const input = {
    origin: originOf(chain.chainId, {
      DigitalRights: address(contracts.DigitalRights),
      Exchange: address(contracts.Exchange),
      Funding: address(contracts.Funding),
      PriceOracle: address(contracts.PriceOracle),
      Emission: address(contracts.Emission),
      USDT: address(contracts.USDT),
      DR: address(contracts.DR),
      ResultRegistry: address(contracts.ResultRegistry),
    }),
    startBlock: BigInt(startBlock),
    lastWeek: BigInt(weekText),
  }
  const readFile = (kind: ResultName['kind']) => (week: bigint) =>
    readText(site, `/results/${resultName({ kind, week })}`)

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
})
