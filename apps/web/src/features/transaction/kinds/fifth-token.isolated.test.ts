/** The app's code needs only a new row of the token table: docs/recipes.md, "A new token to swap". */
import { WAD } from '@dr/protocol/amounts'
import { byToken, PRICED_TOKENS, TOKENS } from '@dr/protocol/tokens'
import { FIFTH_TOKEN } from '@dr/test-kit/fifth-token'
import { expect, it, vi } from 'vitest'
import type { SwapBook } from '../../../api/queries/swap.ts'
import { config } from '../../../api/test-config.ts'
import { tokenPrices, tokenWorth } from '../../../api/token-worth.ts'
import { pulls } from '../../../chain/reads/read-allowances.ts'
import { readBalances } from '../../../chain/reads/read-balances.ts'
import { isShort, solveShortage } from '../../../chain/shortage/shortage.rules.ts'
import { readVoucherMessage } from '../../../chain/vouchers/voucher-message.ts'
import { leavesWallet, reachesWallet } from '../../../chain/vouchers/voucher-tokens.ts'
import { checkReceipt } from './check-receipt.ts'
import { account, made, order } from './test-voucher.ts'

const chain = vi.hoisted(() => ({ balanceOf: vi.fn() }))

vi.mock('@dr/protocol/token-table', async (original) => {
  const { addFifthToken } = await import('@dr/test-kit/fifth-token')
  return addFifthToken(await original())
})
vi.mock('../../../api/config.ts', () => ({ loadConfig: async () => withFifth }))
vi.mock('../../../chain/reads/public-client.ts', () => ({ loadChainClient: async () => null }))
vi.mock('viem/actions', () => ({
  getBlock: async () => ({ number: 7n }),
  getBalance: async () => 1n,
  readContract: async (_: unknown, { address }: { readonly address: string }) => chain.balanceOf(address),
}))

const FIVE = PRICED_TOKENS.find((token: string) => token === FIFTH_TOKEN) ?? 'DR'
const address = `0x${'f5'.repeat(20)}`
const withFifth = { ...config, contracts: { ...config.contracts, [FIFTH_TOKEN]: address } }

/** 100 USDT for 49 of the fifth token, as in the voucher and its signed fields. */
const voucher = made(
  {
    kind: 'swap-token',
    contract: config.contracts.Exchange,
    outgoing: [{ token: 'USDT', amount: '100', from: 'wallet', to: 'exchange' }],
    incoming: [{ kind: 'token', token: FIVE, amount: '49', to: 'wallet' }],
  },
  'SwapToken',
  {
    inputAmount: '100',
    outputAmount: '49',
    inputTokenAddress: config.contracts.USDT,
    outputTokenAddress: address,
    ...order,
  },
)

it('is what a voucher moves, and the receipt is checked against that', () => {
  expect(FIVE).toBe(FIFTH_TOKEN)
  const message = readVoucherMessage(voucher.typedData)
  expect(leavesWallet(message, withFifth)).toEqual([{ token: 'USDT', amount: 100n }])
  expect(reachesWallet(message, withFifth)).toEqual([{ token: FIVE, amount: 49n }])
  expect(checkReceipt({ voucher, config: withFifth }, message)).toEqual([])
  expect(checkReceipt({ voucher: { ...voucher, incoming: [] }, config: withFifth }, message)).toMatchObject([
    { name: 'receipt' },
  ])
})

it('is among the wallet’s balances, its approvals and its worth', async () => {
  chain.balanceOf.mockImplementation((contract: string) => (contract === address ? 5n * WAD : 0n))
  expect(await readBalances(account)).toEqual({
    ...byToken(TOKENS, () => 0n),
    BNB: 1n,
    [FIVE]: 5n * WAD,
    blockNumber: 7n,
  })
  expect(pulls(withFifth).find(({ contract }) => contract === 'Exchange')?.tokens).toContain(FIVE)
  const price = (value: bigint) => ({ price: value.toString() })
  const prices = tokenPrices({ DR: price(WAD), DRGV: price(WAD), [FIVE]: price(2n * WAD) })
  expect(tokenWorth(FIVE, 3n * WAD, prices)).toBe(6n * WAD)
})

it('is swapped for where it is missing, and reported missing where the exchange has none', () => {
  const wallet = { ...byToken(TOKENS, () => 0n), USDT: 1_000n * WAD }
  const needs = { [FIVE]: 10n * WAD }
  const exchange: Pick<SwapBook, 'tokens' | 'pairs' | 'fee'> = {
    tokens: [
      {
        token: FIVE,
        address,
        average: null,
        inventory: '0',
        leftToday: '0',
        inputPrice: String(2n * WAD),
        outputPrice: String(2n * WAD),
      },
    ],
    pairs: [
      {
        inputToken: 'USDT',
        outputToken: FIVE,
        rate: null,
        obstacle: null,
        minimum: '1',
        maximum: String(1_000n * WAD),
      },
    ],
    fee: { bps: 30, collected: '0', inviterBps: 0, nodePoolBps: 0, dividendPoolBps: 0 },
  }
  expect(isShort(needs, wallet)).toBe(true)
  const { steps, missing } = solveShortage({ needs, wallet, exchange, ways: 'all' })
  expect(missing).toBeNull()
  expect(steps).toMatchObject([{ kind: 'swap', input: 'USDT', output: FIVE, gives: 10n * WAD }])
  expect(solveShortage({ needs, wallet, exchange, ways: 'none' }).missing).toMatchObject({ token: FIVE })
})
