/** Everything the node pool's results follow from that the chain knows, by its logs alone. */

import { digitalRightsAbi } from '@dr/contracts/abi/digital-rights'
import { emissionAbi } from '@dr/contracts/abi/emission'
import { exchangeAbi } from '@dr/contracts/abi/exchange'
import { fundingAbi } from '@dr/contracts/abi/funding'
import { priceOracleAbi } from '@dr/contracts/abi/price-oracle'
import { weekOf } from '@dr/protocol/weeks'
import { getAbiItem, type PublicClient } from 'viem'
import { FUNDING_KIND } from '../../platform/funding-kinds.ts'
import { least } from '../../platform/integers.ts'
import { averageOf, type Observation } from '../prices/index.ts'
import { createTimeReader, type ResultOrigin, readLogs } from '../results/index.ts'
import type { DepositFact, FlushFact, FundingFact, NodeFacts } from './recompute-nodes.rules.ts'

type Hex = `0x${string}`

const EVENTS = [
  getAbiItem({ abi: digitalRightsAbi, name: 'Deposited' }),
  getAbiItem({ abi: digitalRightsAbi, name: 'PODpowerBought' }),
  getAbiItem({ abi: exchangeAbi, name: 'FeesFlushed' }),
  getAbiItem({ abi: fundingAbi, name: 'Funded' }),
  getAbiItem({ abi: priceOracleAbi, name: 'Observed' }),
] as const

const NOBODY = `0x${'0'.repeat(40)}`
const lower = (address: Hex): Hex => address.toLowerCase() as Hex

/** Reads the chain from `startBlock` to the last block that is final. Throws what the node throws. */
export const readNodeFacts = async (
  client: PublicClient,
  { origin, startBlock }: { readonly origin: ResultOrigin; readonly startBlock: bigint },
): Promise<NodeFacts> => {
  const { digitalRights, exchange, funding, priceOracle, emission, usdt, dr } = origin.contracts
  const startTime = await client.readContract({
    ...{ address: emission, abi: emissionAbi, functionName: 'startTime' },
  })
  const { number: to } = await client.getBlock({ blockTag: 'finalized' })
  const addresses = [digitalRights, exchange, funding, priceOracle]
  const logs = await readLogs(client, { addresses, events: EVENTS, from: startBlock, to })
  const timeOf = createTimeReader(client)
  const tokenAt = (address: Hex) => (lower(address) === usdt ? ('USDT' as const) : ('DR' as const))
  const deposits = new Map<string, DepositFact>()
  const referrers = new Map<string, string>()
  const flushes: FlushFact[] = []
  const fundings: FundingFact[] = []
  const observations: Observation[] = []
  for (const log of logs) {
    const at = lower(log.address)
    const { logIndex, transactionHash: txHash } = log
    const happened = async () => ({ txHash, logIndex, timestamp: await timeOf(log) })
    if (at === digitalRights && log.eventName === 'Deposited') {
      const { account, token, amount, price, price24h } = log.args
      deposits.set(`chain:${origin.chainId}:${txHash}:${logIndex}`, {
        ...{ ...(await happened()), account: lower(account), token: tokenAt(token), amount },
        drPrice: least(price, price24h),
      })
    } else if (at === digitalRights && log.eventName === 'PODpowerBought') {
      const { account, referrer } = log.args
      if (lower(referrer) !== NOBODY) referrers.set(lower(account), lower(referrer))
    } else if (at === exchange && log.eventName === 'FeesFlushed') {
      flushes.push({ ...(await happened()), amount: log.args.amount, toNode: log.args.toNode })
    } else if (at === funding && log.eventName === 'Funded' && log.args.kind === FUNDING_KIND.pools) {
      fundings.push({
        ...{ ...(await happened()), token: tokenAt(log.args.token), toNode: log.args.toNode },
      })
    } else if (at === priceOracle && log.eventName === 'Observed' && lower(log.args.token) === dr) {
      observations.push({ timestamp: log.args.timestamp, cumulative: log.args.cumulative })
    }
  }
  const drPriceAt = (moment: bigint) => averageOf(observations, moment)
  return { origin, firstWeek: weekOf(startTime), deposits, flushes, fundings, referrers, drPriceAt }
}
