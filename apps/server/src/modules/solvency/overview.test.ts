import { drAbi } from '@dr/contracts/abi'
import { EMISSION_FIRST_PER_DAY } from '@dr/protocol/constants'
import { byToken, FIXED_SUPPLY_TOKENS, VAULT_TOKENS } from '@dr/protocol/tokens'
import { describeOnDatabase } from '@dr/test-kit'
import { parseAbi } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Chain, ONE, startChain, startTestApp } from '../../../test/app/test-app.ts'
import { fundBudget, OF_DR, TERM } from '../../../test/modules/packages.ts'
import { overviewOf, stealFrom } from '../../../test/modules/solvency.ts'

let chain: Chain
beforeAll(async () => {
  chain = await startChain()
})
afterAll(async () => chain?.anvil.stop())

describeOnDatabase('the overview', ({ openDatabase }) => {
  const open = async () => ({
    app: await startTestApp(chain, await openDatabase(), { packages: [TERM, OF_DR] }),
  })

  test('anyone can see what is left of the tokens, prices with their block, and until when rewards are funded', async () => {
    const { app } = await open()
    await app.release()
    await fundBudget(app, { packageId: 1, token: 'USDT', amount: 1_000n * ONE })
    const { clock, supplies, prices, funding, emission, burned, burnedFor } = await overviewOf(app)
    for (const { initial, total, burned: gone, blockNumber } of supplies) {
      expect(BigInt(initial)).toBe(100_000_000n * ONE)
      expect(BigInt(total) + BigInt(gone)).toBe(BigInt(initial))
      expect(blockNumber).toBe(clock.blockNumber)
    }
    expect(supplies.map(({ token }) => token)).toEqual(FIXED_SUPPLY_TOKENS)
    expect(prices.DR).toMatchObject({
      blockNumber: clock.blockNumber,
      source: app.contracts.priceOracle,
    })
    const of = (stream: string, token = 'DR') =>
      funding.find((one) => one.stream === stream && one.token === token)
    expect(of('emission')).toMatchObject({
      amount: `${73_000_000n * ONE - BigInt(emission.released)}`,
      fundedUntil: emission.fundedUntil,
    })
    expect(of('dividends', 'USDT')).toMatchObject({ amount: '0', fundedUntil: null })
    expect(of('package', 'USDT')).toMatchObject({
      packageId: 1,
      amount: `${1_000n * ONE}`,
      fundedUntil: clock.timestamp + TERM.termDays * 86_400, // maturity of a position begun now
    })
    const sum = (token: string) =>
      burnedFor.reduce((total, one) => total + (one.token === token ? BigInt(one.amount) : 0n), 0n)
    expect(burned).toEqual(byToken(FIXED_SUPPLY_TOKENS, (token) => sum(token).toString()))
  })

  test('what was released and burned is listed by day, including days without events', async () => {
    const { app } = await open()
    const burn = (token: 'dr' | 'drgv', amount: bigint) =>
      app.send(app.chain.holder, {
        address: app.contracts[token],
        abi: drAbi,
        functionName: 'burn',
        args: [amount],
      })
    await app.travel(86_400 - Number((await app.clock()) % 86_400n) + 3_600) // no midnight in between
    await app.release()
    await burn('dr', 3n)
    await burn('dr', 4n)
    await burn('drgv', 5n)
    await app.travel(3 * 86_400)
    await burn('drgv', 6n)
    await app.release()
    const { history = [], supplies, emission, clock } = await overviewOf(app)
    const sum = (of: (day: (typeof history)[number]) => string) =>
      history.reduce((all, day) => all + BigInt(of(day)), 0n).toString()
    expect(sum(({ released }) => released)).toBe(emission.released)
    // Three days came with one release: each day has its due amount, and no more than the schedule's rate.
    expect(history.every(({ released }) => BigInt(released) <= EMISSION_FIRST_PER_DAY)).toBe(true)
    expect(history.slice(-4, -1).map(({ released }) => released)).toContain(`${EMISSION_FIRST_PER_DAY}`)
    expect([sum(({ burnedDR }) => burnedDR), sum(({ burnedDRGV }) => burnedDRGV)]).toEqual(
      (['DR', 'DRGV'] as const).map((of) => supplies.find(({ token }) => token === of)?.burned),
    )
    const dayOf = (seconds: number) => new Date(seconds * 1_000).toISOString().slice(0, 10)
    const last = history.slice(-4)
    expect(last.map(({ day }) => day)).toEqual(
      [3, 2, 1, 0].map((ago) => dayOf(clock.timestamp - ago * 86_400)),
    )
    expect(last.map(({ burnedDR, burnedDRGV }) => [burnedDR, burnedDRGV])).toEqual([
      ['7', '5'],
      ['0', '0'],
      ['0', '0'],
      ['0', '6'],
    ])
  })

  test('a price that the oracle does not give is none, and hides nothing else', async () => {
    const { app } = await open()
    const { drUsdtPair: pair } = app.contracts
    const abi = parseAbi(['function sync()', 'function balanceOf(address) view returns (uint256)'])
    const usdt = { address: app.contracts.usdt, abi } as const
    const pool = await chain.client.readContract({ ...usdt, functionName: 'balanceOf', args: [pair] })
    await stealFrom(app, pair, 'USDT', pool - ONE)
    await app.send(app.chain.holder, { address: pair, abi, functionName: 'sync', args: [] })
    await app.finalize()
    const { prices, reserves } = await overviewOf(app)
    expect(prices.DR).toBeNull()
    expect(prices.DRGV).not.toBeNull()
    expect(reserves).toHaveLength(VAULT_TOKENS.length)
  })
})
