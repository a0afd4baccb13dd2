/** The server's code needs only a new row of the table: docs/recipes.md, "A new token to swap". */
import { priceOracleAbi } from '@dr/contracts/abi/price-oracle'
import { configuredContracts } from '@dr/contracts/configured-contracts'
import { CALLS } from '@dr/protocol/calls/index'
import { deployedName, SWAP_TOKENS } from '@dr/protocol/tokens'
import { describeOnDatabase, testWallet } from '@dr/test-kit'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type Chain, ONE, startChain, startTestApp, type TestApp } from '../../../test/app/test-app.ts'
import { fifthToken, migrateToFive, withFifthToken } from '../../../test/modules/fifth-token.ts'
import { balanceOf, newTrader, quote, recordsOf, swap } from '../../../test/modules/trader.ts'
import { contractsSchema } from '../../platform/config/config.ts'

vi.mock('@dr/protocol/token-table', async (original) => {
  const { addFifthToken } = await import('@dr/test-kit/fifth-token')
  return addFifthToken(await original())
})

let chain: Chain
beforeAll(async () => {
  chain = await startChain(withFifthToken)
})
afterAll(async () => chain?.anvil.stop())

const FIVE = fifthToken()
const PRICE = 2n * ONE

const observe = async (app: TestApp) => {
  const { priceOracle: address } = app.contracts
  await app.send(chain.holder, { address, abi: priceOracleAbi, functionName: 'update', args: [] })
  await app.finalize()
}

test('a fifth token’s addresses follow from the deployment to the public configuration', () => {
  const contracts = contractsSchema.parse(
    configuredContracts(chain.deployment, testWallet('treasury').address),
  )
  const pool = chain.deployment.contracts[`${deployedName(FIVE)}UsdtPair`].toLowerCase()
  expect(contracts.pairs[FIVE]).toBe(pool)
  const shape = CALLS.publicConfig.response.shape.contracts
  expect(shape.parse(contracts)).toMatchObject({
    [FIVE]: chain.deployment.contracts[deployedName(FIVE)].toLowerCase(),
    pairs: { [FIVE]: pool },
  })
})

describeOnDatabase('a fifth token', ({ openDatabase }) => {
  const open = async () => {
    const database = await openDatabase()
    await migrateToFive(database)
    const app = await startTestApp(chain, database)
    return { app, user: await newTrader(app, 'trader') }
  }

  test('is priced by the oracle, and its price is recorded', async () => {
    const { app } = await open()
    const block = await app.prices.newestBlock()
    const { price, source } = await app.prices.quotePrice(FIVE, block)
    expect(price).toBe(PRICE)
    expect(source).toBe(app.contracts.priceOracle)

    await observe(app)
    const { rows } = await app.database.read.query({
      text: 'SELECT DISTINCT token FROM price_observation ORDER BY token',
    })
    expect(rows).toEqual(expect.arrayContaining([{ token: 'DR' }, { token: FIVE }]))
    expect(rows).not.toContainEqual({ token: 'DRGV' })
    const history = await app.call(CALLS.priceHistory, undefined, { token: FIVE, range: '24h' })
    expect(new Set(history.points.map(({ close }) => close))).toEqual(new Set([PRICE.toString()]))
    expect(history.source).toBe(app.contracts.pairs[FIVE])

    const overview = await app.call(CALLS.overview, undefined, {})
    expect(overview.prices).toMatchObject({ [FIVE]: { price: PRICE.toString() }, DRGV: null })
    expect(Object.keys(overview.dayChangeBps)).toContain(FIVE)
  })

  test('is offered against each other token of the exchange', async () => {
    const { app } = await open()
    const { tokens, pairs } = await app.call(CALLS.swapTokens, undefined, {})
    expect(tokens.map(({ token }) => token)).toEqual(SWAP_TOKENS)
    expect(SWAP_TOKENS).toContain(FIVE)
    expect(tokens.at(-1)).toMatchObject({
      average: PRICE.toString(),
      inventory: (1_000_000n * ONE).toString(),
    })
    expect(pairs).toHaveLength(SWAP_TOKENS.length * (SWAP_TOKENS.length - 1))
    for (const token of SWAP_TOKENS) {
      if (token === FIVE) continue
      const found = pairs.filter(
        ({ inputToken, outputToken }) =>
          [inputToken, outputToken].toSorted().join() === [token, FIVE].toSorted().join(),
      )
      // DRGV is not in this exchange.
      const obstacle = token === 'DRGV' ? 'no-price' : null
      expect(found.map((pair) => pair.obstacle)).toEqual([obstacle, obstacle])
    }
  })

  test('is swapped both ways: quoted, signed, sent, final, booked', async () => {
    const { app, user } = await open()
    const had = await balanceOf(app, FIVE, user.wallet.address)
    const voucher = await quote(app, user, ['USDT', FIVE, 1_000n * ONE])
    const output = BigInt(String(voucher.typedData.message.outputAmount))
    expect(output).toBe((997n * ONE * ONE) / PRICE)
    expect(voucher.prices).toMatchObject({ [FIVE]: { price: PRICE.toString() } })
    expect(voucher.incoming).toEqual([
      { kind: 'token', token: FIVE, amount: output.toString(), to: 'wallet' },
    ])
    await app.redeem(voucher, user.wallet)
    await app.finalize()
    expect(await balanceOf(app, FIVE, user.wallet.address)).toBe(had + output)
    const { items } = await app.call(CALLS.openVouchers, user, { orderId: voucher.orderId })
    expect(items[0]).toMatchObject({ status: 'used' })

    const back = await swap(app, user, [FIVE, 'DR', output])
    const records = await recordsOf(app, user)
    expect(
      records.map(({ inputToken, outputToken, inputAmount, outputAmount }) => [
        inputToken,
        outputToken,
        inputAmount,
        outputAmount,
      ]),
    ).toEqual([
      [FIVE, 'DR', output.toString(), String(back.typedData.message.outputAmount)],
      ['USDT', FIVE, (1_000n * ONE).toString(), output.toString()],
    ])
    expect(
      await app.database.read.query({ text: 'SELECT count(*) AS waiting FROM suspense_event' }),
    ).toMatchObject({ rows: [{ waiting: 0n }] })
  })
})
