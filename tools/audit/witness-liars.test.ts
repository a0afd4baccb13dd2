/** The witness between an honest post and those that it reads it from: one endpoint, or the site, lies. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { rootRegistryAbi } from '@dr/contracts/abi/root-registry'
import { type ExitChain, startExitChain } from '@dr/e2e/fixtures/exit/exit-chain'
import { formatFacts, startMining } from '@dr/e2e/fixtures/exit/mining'
import { DAY_SECONDS } from '@dr/protocol/constants'
import { testWallet } from '@dr/test-kit/wallets'
import { createPublicClient, custom, encodeFunctionData, type PublicClient } from 'viem'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { siteSource } from './roots-source.ts'
import { readMined } from './test/test-mining.ts'
import { startSite } from './test/test-site.ts'
import { type Witness, watchOnce } from './witness.ts'

let chain: ExitChain
let ours: Awaited<ReturnType<typeof startSite>>
let mining: Awaited<ReturnType<typeof startMining>>
let posted: Awaited<ReturnType<ExitChain['fileOf']>>
let kept: string

/** ada mines, and epoch 1 says so. */
beforeAll(async () => {
  chain = await startExitChain()
  ours = await startSite()
  kept = mkdtempSync(join(tmpdir(), 'dr-witness-'))
  mining = await startMining(chain)
  const ada = testWallet('witnessed ada')
  await mining.equip(ada, 100n)
  await chain.travel(2 * DAY_SECONDS)
  await mining.release()
  const minedOf = await readMined(chain, mining)
  posted = await chain.fileOf(1, new Map([[ada.address, { '0 DR': minedOf(ada.address) }]]))
  await chain.post(posted)
  await chain.anvil.mine(4)
}, 120_000)
afterAll(async () => {
  ours?.close()
  await chain?.anvil.stop()
  rmSync(kept, { recursive: true })
})

const witness = (more: Partial<Witness> = {}): Witness => ({
  clients: [chain.publicClient, chain.publicClient],
  site: siteSource(ours.url),
  folder: kept,
  registry: chain.contracts.rootRegistry,
  foreignEpochs: [],
  rangeBlocks: 5_000n,
  ...more,
})

/** Words of `epochOf`: confirmedAt and isVoid. */
it.each([1, 2])('does not rest because one endpoint says that the post is over: word %i', async (word) => {
  const asked = encodeFunctionData({ abi: rootRegistryAbi, functionName: 'epochOf', args: [1n] })
  const liar = createPublicClient({
    transport: custom({
      request: async (body: { method: string; params?: readonly { data?: string }[] }) => {
        const answer = (await chain.publicClient.request(body as never)) as unknown
        if (body.method !== 'eth_call' || body.params?.[0]?.data !== asked) return answer
        const [from, to] = [2 + word * 64, 2 + (word + 1) * 64]
        return `${String(answer).slice(0, from)}${'1'.padStart(64, '0')}${String(answer).slice(to)}`
      },
    }),
  }) as PublicClient
  const reasons = ['the endpoints name different posts']
  for (const clients of [
    [chain.publicClient, liar],
    [liar, chain.publicClient],
  ] as const)
    expect(await watchOnce(witness({ clients }))).toMatchObject({ kind: 'waits', reasons })
})

it('calls no roots wrong for what the site alone says: facts, and a file, are signed by no one', async () => {
  const facts = mining.factsOf(posted.head)
  const publish = (text: string, said: typeof facts) => {
    ours.texts.set('/roots/roots-1.txt', text)
    ours.texts.set('/roots/facts-1.txt', formatFacts(said))
  }
  const twice = facts.power.map((one) => ({ ...one, delta: 2n * one.delta }))
  publish(posted.text, { ...facts, power: twice })
  expect(await watchOnce(witness())).toMatchObject({ kind: 'waits' })
  const other = await chain.fileOf(1, new Map([[testWallet('thief').address, { '0 DR': 500n }]]))
  publish(other.text, facts)
  expect(await watchOnce(witness())).toMatchObject({ kind: 'waits' })
  publish(posted.text, facts)
  expect(await watchOnce(witness())).toMatchObject({ kind: 'holds' })
})
