import { QueryClient, QueryObserver } from '@tanstack/react-query'
import type { Address } from 'viem'
import { afterEach, expect, it, vi } from 'vitest'
import { walletBalancesQuery } from './wallet-balances.ts'

const read = vi.hoisted(() => vi.fn())
vi.mock('../reads/read-balances.ts', () => ({ readBalances: read }))
afterEach(() => void read.mockReset())

const WALLET = `0x${'ab'.repeat(20)}` as const

/** Data and error of the query once it is idle. */
const shown = async (address: Address | undefined) => {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const observer = new QueryObserver(client, walletBalancesQuery(address))
  const stop = observer.subscribe(() => undefined)
  await vi.waitFor(() => expect(observer.getCurrentResult().fetchStatus).toBe('idle'))
  const { data, isError } = observer.getCurrentResult()
  stop()
  client.clear()
  return { data, isError }
}

it('a visitor has no wallet: the chain is not asked, and nothing says that it cannot be read', async () => {
  read.mockRejectedValue(new Error('no node answers'))
  expect(await shown(undefined)).toEqual({ data: undefined, isError: false })
  expect(read).not.toHaveBeenCalled()
})

it('a wallet’s balances are read, and that no node answers is an error', async () => {
  const balances = { USDT: 1n }
  read.mockResolvedValueOnce(balances)
  expect(await shown(WALLET)).toEqual({ data: balances, isError: false })
  read.mockRejectedValueOnce(new Error('no node answers'))
  expect(await shown(WALLET)).toEqual({ data: undefined, isError: true })
})
