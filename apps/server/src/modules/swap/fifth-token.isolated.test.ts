/** A new row of the table is all that the server's code needs: docs/recipes.md, "A new token to swap". */
import { priceOracleAbi } from '@dr/contracts/abi/price-oracle'
import { configuredContracts } from '@dr/contracts/configured-contracts'
import { CALLS } from '@dr/protocol/calls/index'
import { deployedName, SWAP_TOKENS } from '@dr/protocol/tokens'
import { describeOnBoth, testWallet } from '@dr/test-kit'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { contractsSchema } from '../../platform/config.ts'
import { type Chain, type House, ONE, openHouse, startChain } from '../test-house.ts'
import { fifthToken, migrateToFive, withFifthToken } from './test-fifth-token.ts'
import { balanceOf, newTrader, quote, recordsOf, swap } from './test-trader.ts'

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

const observe = async (house: House) => {
  const { priceOracle: address } = house.contracts
  await house.send(chain.holder, { address, abi: priceOracleAbi, functionName: 'update', args: [] })
  await house.finalize()
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

describeOnBoth('a fifth token', ({ openDatabase }) => {
  const open = async () => {
    const database = await openDatabase()
    await migrateToFive(database)
    const house = await openHouse(chain, database)
    return { house, user: await newTrader(house, 'trader') }
  }

  test('is priced by the oracle, and its price is recorded', async () => {
    const { house } = await open()
    const block = await house.prices.newestBlock()
    const { price, source } = await house.prices.quotePrice(FIVE, block)
    expect(price).toBe(PRICE)
    expect(source).toBe(house.contracts.priceOracle)

    await observe(house)
    const { rows } = await house.database.read.query({
      text: 'SELECT DISTINCT token FROM price_observation ORDER BY token',
    })
    expect(rows).toEqual(expect.arrayContaining([{ token: 'DR' }, { token: FIVE }]))
    expect(rows).not.toContainEqual({ token: 'DRGV' })
    const history = await house.call(CALLS.priceHistory, undefined, { token: FIVE, range: '24h' })
    expect(new Set(history.points.map(({ close }) => close))).toEqual(new Set([PRICE.toString()]))
    expect(history.source).toBe(house.contracts.pairs[FIVE].toLowerCase())

    const overview = await house.call(CALLS.overview, undefined, {})
    expect(overview.prices).toMatchObject({ [FIVE]: { price: PRICE.toString() }, DRGV: null })
    expect(Object.keys(overview.dayChangeBps)).toContain(FIVE)
  })

  test('is offered against each other token of the exchange', async () => {
    const { house } = await open()
    const { tokens, pairs } = await house.call(CALLS.swapTokens, undefined, {})
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
      // DRGV has no place in this exchange.
      const obstacle = token === 'DRGV' ? 'no-price' : null
      expect(found.map((pair) => pair.obstacle)).toEqual([obstacle, obstacle])
    }
  })

  test('is swapped both ways: quoted, signed, sent, final, booked', async () => {
    const { house, user } = await open()
    const had = await balanceOf(house, FIVE, user.wallet.address)
    const voucher = await quote(house, user, ['USDT', FIVE, 1_000n * ONE])
    const output = BigInt(String(voucher.typedData.message.outputAmount))
    expect(output).toBe((997n * ONE * ONE) / PRICE)
    expect(voucher.prices).toMatchObject({ [FIVE]: { price: PRICE.toString() } })
    expect(voucher.incoming).toEqual([
      { kind: 'token', token: FIVE, amount: output.toString(), to: 'wallet' },
    ])
    await house.redeem(voucher, user.wallet)
    await house.finalize()
    expect(await balanceOf(house, FIVE, user.wallet.address)).toBe(had + output)
    const { items } = await house.call(CALLS.openVouchers, user, { orderId: voucher.orderId })
    expect(items[0]).toMatchObject({ status: 'used' })

    const back = await swap(house, user, [FIVE, 'DR', output])
    const records = await recordsOf(house, user)
    expect(
      records.map(({ inputToken, outputToken, inputAmount, outputAmount }) => [
        ...[inputToken, outputToken, inputAmount, outputAmount],
      ]),
    ).toEqual([
      [FIVE, 'DR', output.toString(), String(back.typedData.message.outputAmount)],
      ['USDT', FIVE, (1_000n * ONE).toString(), output.toString()],
    ])
    expect(
      await house.database.read.query({ text: 'SELECT count(*) AS waiting FROM suspense_event' }),
    ).toMatchObject({ rows: [{ waiting: 0n }] })
  })
})
