import {
  calculatePodPower as calculateCall,
  podPowerConfig,
  podPowerSignature,
} from '@dr/protocol/calls/pod-power'
import { weekOf } from '@dr/protocol/rules/weeks'
import { chainNow } from '../../platform/chain/chain-clock.ts'
import { type Route, route } from '../../platform/route.ts'
import { averagesAnswer, priceOrNull } from '../prices/index.ts'
import { voucherAnswer } from '../vouchers/index.ts'
import { weekAnswer } from '../weeks/index.ts'
import type { PodPowerDeps } from './deps.ts'
import { calculatePodPower, issuePodPower, readTerms } from './quote-pod-power.ts'

const showConfig = async (deps: PodPowerDeps) => {
  const block = await deps.prices.newestBlock()
  const [terms, averages, now] = await Promise.all([
    readTerms(deps, block),
    priceOrNull(deps.prices.averages('DR', block)),
    chainNow(deps.database.read),
  ])
  return {
    usdrShareBps: Number(terms.usdrShareBps),
    powerBps: Number(terms.powerBps),
    minimumDr: terms.minimumDr.toString(),
    prices: averages && averagesAnswer(averages),
    dividends: deps.dividends.rules,
    week: weekAnswer(weekOf(now.timestamp)),
  }
}

export const podPowerRoutes = (deps: PodPowerDeps): Route[] => [
  route(podPowerConfig, () => showConfig(deps)),
  route(calculateCall, async ({ body }) => {
    const block = await deps.prices.newestBlock()
    const { quote, averages } = await calculatePodPower(deps, { drAmount: BigInt(body.drAmount), block })
    return {
      drAmount: quote.drAmount.toString(),
      usdrAmount: quote.usdrAmount.toString(),
      value: quote.value.toString(),
      power: quote.power.toString(),
      prices: averagesAnswer(averages),
    }
  }),
  route(podPowerSignature, async ({ body, caller }) =>
    voucherAnswer(
      await issuePodPower(deps, {
        userId: caller.userId,
        account: caller.address,
        drAmount: BigInt(body.drAmount),
      }),
    ),
  ),
]
