import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { beforeEach, expect, it, vi } from 'vitest'
import { config } from '../../../api/test-config.ts'
import { machinesOnChainQuery } from './machines-on-chain-query.ts'

const ALICE = `0x${'a1'.repeat(20)}` as const
const kept = vi.hoisted(() => vi.fn())
const read = vi.hoisted(() => vi.fn())
vi.mock('../../../api/config.ts', () => ({ loadConfig: async () => config }))
vi.mock('../../../api/kept/kept-machines.ts', () => ({ keptMachines: kept }))
vi.mock('../../../chain/reads/read-machines.ts', () => ({ readMachines: read }))

const machine = { machineId: '128', productId: 'm1', name: 'M1', tier: 1, power: 10, lifeEnd: 9_000_000 }
const due = { owner: ALICE, paidUntil: 3_600, finalPaidUntil: 3_600 }
const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })

const observe = () => {
  const observer = new QueryObserver(client, machinesOnChainQuery(ALICE))
  const stop = observer.subscribe(() => undefined)
  const settled = async () => {
    await vi.waitFor(() => expect(observer.getCurrentResult().fetchStatus).toBe('idle'))
    return observer.getCurrentResult()
  }
  return { observer, settled, stop }
}

beforeEach(() => {
  client.clear()
  kept.mockReset().mockResolvedValue([machine])
  read.mockReset()
})

it('where no machines are kept the chain is not asked', async () => {
  kept.mockResolvedValue([])
  const { settled, stop } = observe()
  expect((await settled()).data).toBeNull()
  expect(read).not.toHaveBeenCalled()
  stop()
})

it('those that are kept are read, and read again once something was paid', async () => {
  read.mockResolvedValueOnce({ blockTime: 7_200, machines: [due] })
  const { observer, settled, stop } = observe()
  expect((await settled()).data).toMatchObject({ blockTime: 7_200, machines: [{ state: 'paused' }] })
  expect(read).toHaveBeenCalledWith(['128'])
  const paid = { owner: ALICE, paidUntil: 2_599_200, finalPaidUntil: 2_599_200 }
  read.mockResolvedValueOnce({ blockTime: 7_203, machines: [paid] })
  await client.invalidateQueries({ queryKey: ['mining', ALICE] })
  expect(observer.getCurrentResult().data).toMatchObject({ machines: [{ state: 'producing' }] })
  stop()
})

it('nothing of an earlier silence is shown, and that no node answers is an error', async () => {
  read.mockResolvedValueOnce({ blockTime: 7_200, machines: [due] })
  const first = observe()
  await first.settled()
  first.stop()
  await vi.waitFor(() => expect(client.getQueryCache().getAll()).toEqual([]))
  read.mockRejectedValueOnce(new Error('no node answers'))
  const again = observe()
  expect(again.observer.getCurrentResult().data).toBeUndefined()
  expect(await again.settled()).toMatchObject({ data: undefined, isError: true })
  again.stop()
})
