import type { Machine } from '@dr/protocol/calls/user-mining'
import { DAY_SECONDS, MACHINE_BATCH_MAX, REMIND_DAYS } from '@dr/protocol/constants'
import { machineCost } from '@dr/protocol/rules/machine-cost'
import { machineEarnings } from '@dr/protocol/rules/mining-rate'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import type { Address } from 'viem'
import { endingsQuery, stoppedQuery } from '../../api/queries/endings.ts'
import { hashRateInfoQuery, miningInfoQuery } from '../../api/queries/mining.ts'
import { packageListQuery, positionsQuery, reinvestableNow } from '../../api/queries/packages.ts'
import { podPowerInfoQuery } from '../../api/queries/pod-power.ts'
import { drgvPriceQuery, productsQuery } from '../../api/queries/public.ts'
import { useMarket } from '../../api/queries/use-market.ts'
import { walletBalancesQuery } from '../../chain/queries/wallet-balances.ts'
import { useWallet } from '../../chain/wallet/wallet.ts'
import { usePainted } from '../../ui/use-painted.ts'
import { type AccountFacts, countsOf, isStarting, payableOf } from './next-action.rules.ts'

/** Facts of an account, and the machines of its next action. */
export interface Account {
  readonly facts: AccountFacts
  /** The product's clock, Unix seconds. */
  readonly now: number
  /** Machines that the next payment of electricity is for, as far as they were read. */
  readonly idle: readonly Machine[]
  /** Machines whose electricity ends first. */
  readonly ending: readonly Machine[]
  /** First end of electricity of the producing machines, Unix seconds; null: not read. */
  readonly paidUntil: number | null
  /** Price and output of the cheapest machine on sale; null: none. */
  readonly offer: { readonly price: bigint; readonly perDay: bigint } | null
  readonly perDay: (addedPower: number) => bigint
}

const total = (machines: AccountFacts['machines']): number =>
  machines.idle + machines.paused + machines.starting + machines.producing

/** Producing machines whose electricity ends first, within three days; without those whose life ends then. */
const endsSoon = (machines: readonly Machine[], now: number): readonly Machine[] => {
  const soon = machines.filter(
    ({ paidUntil, lifeEnd, periodsLeft }) =>
      paidUntil !== null && paidUntil > now && paidUntil < lifeEnd && periodsLeft > 0,
  )
  const first = Math.min(...soon.map(({ paidUntil }) => paidUntil ?? 0))
  return first - now > REMIND_DAYS * DAY_SECONDS
    ? []
    : soon.filter(({ paidUntil }) => paidUntil === first).slice(0, MACHINE_BATCH_MAX)
}

const firstEnd = (machines: readonly Machine[]): number | null =>
  machines.reduce<number | null>(
    (first, { paidUntil }) => (paidUntil === null ? first : Math.min(first ?? paidUntil, paidUntil)),
    null,
  )

/** Everything the next action depends on; null until what it needs of this account is read. */
export const useAccount = (address: Address, activated: boolean): Account | null => {
  const { wrongNetwork, status } = useWallet()
  const info = useQuery(miningInfoQuery(address))
  const { data } = info
  const machines = countsOf(data?.machines ?? {})
  const owns = total(machines) > 0
  const starting =
    data !== undefined &&
    isStarting({ machines, accrued: BigInt(data.accrued), collectedTotal: BigInt(data.collectedTotal) })
  const when = (enabled: boolean) => ({ enabled: data !== undefined && enabled })
  const hashRate = useQuery(hashRateInfoQuery(address))
  const market = useMarket()
  const prices = useQuery(drgvPriceQuery())
  const products = useQuery({ ...productsQuery(), ...when(!owns || data?.accrued !== '0') })
  // Chain access is the largest part of the code: it loads after the first paint.
  const painted = usePainted()
  const wallet = useQuery({ ...walletBalancesQuery(address), ...when(painted) })
  const idle = useQuery({ ...stoppedQuery(address, 'not-activated'), ...when(machines.idle > 0) })
  const paused = useQuery({ ...stoppedQuery(address, 'paused'), ...when(machines.paused > 0) })
  const endings = useQuery({ ...endingsQuery(address), ...when(machines.producing > 0) })
  const pod = useQuery({ ...podPowerInfoQuery(address), ...when(!starting) })
  const positions = useInfiniteQuery({ ...positionsQuery(address), ...when(!starting) })
  const packages = useQuery({ ...packageListQuery(), ...when(!starting) })
  const reads = [hashRate, prices, products, wallet, idle, paused, endings, pod, positions, packages]
  // Still loading. A failed reading is unknown, and is not waited for.
  const waiting = reads.some(({ isLoading }) => isLoading) || (!painted && wallet.data === undefined)
  if (data === undefined || waiting) return null

  const idleMachines = idle.data?.machines ?? []
  const pausedMachines = (paused.data?.machines ?? []).filter(({ periodsLeft }) => periodsLeft > 0)
  const payablePaused = payableOf(machines.paused, paused.data)
  const still = [...idleMachines, ...pausedMachines]
  const stillListed =
    idleMachines.length === machines.idle &&
    pausedMachines.length === payablePaused &&
    still.length <= MACHINE_BATCH_MAX
  const ending = endsSoon(endings.data?.machines ?? [], data.clock.timestamp)
  const drgvPrice = prices.data ? BigInt(prices.data.DRGV.price) : null
  const perDay = (power: number): bigint =>
    market ? machineEarnings(market, { power, machineCount: 1, producing: false }).addsPerDay : 0n
  const [cheapest] = (products.data?.items ?? [])
    .filter(({ stock }) => stock > 0)
    .sort((a, b) => (BigInt(a.price) < BigInt(b.price) ? -1 : 1))
  const matured = reinvestableNow(packages.data?.items ?? [], positions.data?.pages[0]?.reinvestable)
  const costs = cheapest && drgvPrice !== null && drgvPrice > 0n ? costsOf(cheapest, drgvPrice) : null
  return {
    now: data.clock.timestamp,
    idle: stillListed ? still : idleMachines.length > 0 ? idleMachines : pausedMachines,
    ending,
    paidUntil: firstEnd(endings.data?.machines ?? []),
    offer: cheapest ? { price: BigInt(cheapest.price), perDay: perDay(cheapest.power) } : null,
    perDay,
    facts: {
      wrongNetwork: status === 'connected' && wrongNetwork,
      activated,
      machines: { ...machines, paused: payablePaused },
      stillListed,
      accrued: BigInt(data.accrued),
      collectedTotal: BigInt(data.collectedTotal),
      wallet: wallet.data ?? null,
      cheapest: costs,
      drgvPrice,
      drPrice: market?.drPrice ?? null,
      ending: ending[0]?.paidUntil ? { at: ending[0].paidUntil, count: ending.length } : null,
      unpledged: BigInt(pod.data?.unpledged ?? '0'),
      matured: { USDT: BigInt(matured.USDT), DR: BigInt(matured.DR) },
    },
  }
}

/** Cost of one machine, base units. */
const costsOf = (
  product: { readonly price: string; readonly drgvShareBps: number },
  drgvPrice: bigint,
): { readonly USDT: bigint; readonly DRGV: bigint } => {
  const { drgvShareBps } = product
  const cost = machineCost({ price: BigInt(product.price), drgvShareBps, machineCount: 1, drgvPrice })
  return { USDT: cost.usdtAmount, DRGV: cost.drgvAmount }
}
