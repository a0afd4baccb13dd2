/** The packages on offer: public (requirement §7, legacy: getPackageConfigList). */

import type { ResponseOf } from '@dr/protocol/call'
import type { getPackageConfigList, PackageIncome, TermPackage } from '@dr/protocol/calls/packages'
import { weekEnd, weekOf } from '@dr/protocol/rules/weeks'
import { type ChainNow, chainNow } from '../../../platform/chain/chain-clock.ts'
import type { Reader } from '../../../platform/database/database.ts'
import { type Averages, averagesAnswer, type PriceReader, priceOrNull } from '../../prices/index.ts'
import { allBudgets, latestFundings, type NamedBudget, type NewFunding, NO_BUDGET } from '../budget/budget.ts'
import { chainPackageId, INCOME_TOKENS } from '../deposit/deposit.rules.ts'
import { maturityOf } from '../position/position.rules.ts'
import { isOpen, nextOpening } from './opening-hours.rules.ts'
import { offeredPackages } from './read-packages.ts'
import { type PackageTerms, type PackageToken, roomLeft } from './terms.rules.ts'

const FUNDINGS_SHOWN = 10

interface Offer {
  readonly now: ChainNow
  readonly prices: Averages | null
  readonly budgets: readonly NamedBudget[]
  readonly fundings: readonly NewFunding[]
}

const fundingAnswer = ({ source, token, amount, memo, at, txHash }: NewFunding) => ({
  source,
  token,
  memo,
  txHash,
  amount: amount.toString(),
  at: Number(at),
})

const incomeAnswer = (terms: PackageTerms, token: PackageToken, offer: Offer): PackageIncome[] => {
  const rate = terms.dailyRates[token]
  if (rate === undefined) return []
  const { packageId, termDays, minimum } = terms
  const isOf = (one: { packageId: number; token: PackageToken }) =>
    one.packageId === packageId && one.token === token
  const { left, funded, open } = offer.budgets.find(isOf) ?? NO_BUDGET
  const room = roomLeft(terms, { budget: open, incomeToken: token, prices: offer.prices })
  const ends = maturityOf({ principal: 0n, income: 0n, termDays, startsAt: offer.now.timestamp })
  return [
    {
      token,
      dailyRate: rate.toString(),
      chainPackageId: chainPackageId({ packageId, incomeToken: token }).toString(),
      funded: funded.toString(),
      left: left.toString(),
      room: room?.toString() ?? null,
      fundedUntil: room !== null && room >= minimum ? Number(ends) : null,
      fundings: offer.fundings.filter(isOf).map(fundingAnswer),
    },
  ]
}

const termAnswer = (terms: PackageTerms, offer: Offer): TermPackage => {
  const { packageId, token, minimum, reinvestMinimum, termDays, hours } = terms
  const at = offer.now.timestamp
  return {
    kind: 'term',
    packageId,
    token,
    termDays,
    ...hours,
    minimum: minimum.toString(),
    reinvestMinimum: reinvestMinimum.toString(),
    incomes: INCOME_TOKENS.flatMap((income) => incomeAnswer(terms, income, offer)),
    open: isOpen(hours, at),
    nextOpening: Number(nextOpening(hours, at)),
  }
}

/** Both averages, or null without a price: packages are listed anyway, with null for what needs it. */
const readPrices = (prices: PriceReader): Promise<Averages | null> =>
  priceOrNull(prices.newestBlock().then((block) => prices.averages('DR', block)))

export const listPackages = async ({
  reader,
  prices,
}: {
  readonly reader: Reader
  readonly prices: PriceReader
}): Promise<ResponseOf<typeof getPackageConfigList>> => {
  const averages = await readPrices(prices)
  const now = await chainNow(reader)
  const offered = await offeredPackages(reader, now.timestamp)
  const budgets = await allBudgets(reader)
  const fundings = await latestFundings(reader, { each: FUNDINGS_SHOWN })
  const offer: Offer = { now, prices: averages, budgets, fundings }
  const nextWeekAt = Number(weekEnd(weekOf(now.timestamp)))
  return {
    items: offered.map((one) =>
      one.token === 'POD'
        ? { kind: 'pod', packageId: one.packageId, token: 'POD', nextWeekAt }
        : termAnswer(one as PackageTerms, offer),
    ),
    prices: averages && averagesAnswer(averages),
    clock: { blockNumber: Number(now.blockNumber), timestamp: Number(now.timestamp) },
  }
}
