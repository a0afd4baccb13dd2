/** Facts for weekly results, read from the logs of any node: without our server or database. */

import { digitalRightsAbi } from '@dr/contracts/abi/digital-rights'
import { emissionAbi } from '@dr/contracts/abi/emission'
import { exchangeAbi } from '@dr/contracts/abi/exchange'
import { fundingAbi } from '@dr/contracts/abi/funding'
import { priceOracleAbi } from '@dr/contracts/abi/price-oracle'
import { withdrawalVaultAbi } from '@dr/contracts/abi/withdrawal-vault'
import { weekOf } from '@dr/protocol/rules/weeks'
import { getAbiItem, type Hex, type PublicClient } from 'viem'
import { placeOf } from '../../platform/chain/chain-events.ts'
import { requirePayoutToken } from '../../platform/chain/contract-addresses.ts'
import { FUNDING_KIND } from '../../platform/chain/funding-kinds.ts'
import { lowerHex } from '../../platform/hex.ts'
import { minBigInt } from '../../platform/integers.ts'
import { averageOf, type Observation } from '../prices/index.ts'
import { createTimeReader, type ResultOrigin, readLogs } from '../results/index.ts'
import type { BoughtFact, ChainFacts, ClaimFact, DepositFact, FlushFact, FundingFact } from './chain-facts.ts'

const EVENTS = [
  getAbiItem({ abi: digitalRightsAbi, name: 'Deposited' }),
  getAbiItem({ abi: digitalRightsAbi, name: 'PODpowerBought' }),
  getAbiItem({ abi: digitalRightsAbi, name: 'USDRShareSet' }),
  getAbiItem({ abi: exchangeAbi, name: 'FeesFlushed' }),
  getAbiItem({ abi: fundingAbi, name: 'Funded' }),
  getAbiItem({ abi: priceOracleAbi, name: 'Observed' }),
  getAbiItem({ abi: withdrawalVaultAbi, name: 'Claimed' }),
  getAbiItem({ abi: withdrawalVaultAbi, name: 'TransferredWithin' }),
] as const

/** Reads the chain from `startBlock` to the last final block. Throws the node's errors. */
export const readChainFacts = async (
  client: PublicClient,
  { origin, startBlock }: { readonly origin: ResultOrigin; readonly startBlock: bigint },
): Promise<ChainFacts> => {
  const { digitalRights, exchange, funding, priceOracle, emission, usdt, dr } = origin.contracts
  const startTime = await client.readContract({
    address: emission,
    abi: emissionAbi,
    functionName: 'startTime',
  })
  const { number: to } = await client.getBlock({ blockTag: 'finalized' })
  const vaultOf = async (functionName: 'DEFLATION_VAULT' | 'NODE_VAULT') =>
    lowerHex(await client.readContract({ address: exchange, abi: exchangeAbi, functionName }))
  const [deflationVault, nodeVault] = [await vaultOf('DEFLATION_VAULT'), await vaultOf('NODE_VAULT')]
  const addresses = [digitalRights, exchange, funding, priceOracle, deflationVault, nodeVault]
  const logs = await readLogs(client, { addresses, events: EVENTS, from: startBlock, to })
  const timeOf = createTimeReader(client)
  const payoutToken = (address: Hex) => requirePayoutToken({ USDT: usdt, DR: dr }, lowerHex(address))
  const bought: BoughtFact[] = []
  const deposits: DepositFact[] = []
  const flushes: FlushFact[] = []
  const fundings: FundingFact[] = []
  const claims: ClaimFact[] = []
  const observations: Observation[] = []
  let usdrShareBps = 0n // set by the contract's event when it is deployed
  for (const log of logs) {
    const at = lowerHex(log.address)
    const { logIndex, blockNumber } = log
    const txHash = lowerHex(log.transactionHash)
    const happened = async () => ({ txHash, logIndex, timestamp: await timeOf(log) })
    if (at === digitalRights && log.eventName === 'USDRShareSet') usdrShareBps = log.args.bps
    else if (at === digitalRights && log.eventName === 'PODpowerBought') {
      const { account, referrer, USDRAmount: usdrAmount } = log.args
      const place = placeOf({ blockNumber, logIndex })
      const parties = { account: lowerHex(account), referrer: lowerHex(referrer) }
      bought.push({ ...(await happened()), ...parties, place, usdrAmount, usdrShareBps })
    } else if (at === digitalRights && log.eventName === 'Deposited') {
      const { account, token, amount, price, price24h } = log.args
      const drPrice = minBigInt(price, price24h)
      deposits.push({
        ...(await happened()),
        account: lowerHex(account),
        token: payoutToken(token),
        amount,
        drPrice,
      })
    } else if (at === exchange && log.eventName === 'FeesFlushed') {
      const { amount, toDeflation, toNode } = log.args
      flushes.push({ ...(await happened()), amount, toDeflation, toNode })
    } else if (at === funding && log.eventName === 'Funded' && log.args.kind === FUNDING_KIND.pools) {
      const { token, toDeflation, toNode } = log.args
      fundings.push({ ...(await happened()), token: payoutToken(token), toDeflation, toNode })
    } else if (at === nodeVault && log.eventName === 'TransferredWithin') {
      const { from, token } = log.args
      claims.push({ ...(await happened()), account: lowerHex(from), token: payoutToken(token) })
    } else if ((at === nodeVault || at === deflationVault) && log.eventName === 'Claimed') {
      const { account, withheld } = log.args
      const token = payoutToken(log.args.token)
      const moment = await happened()
      if (at === nodeVault) claims.push({ ...moment, account: lowerHex(account), token })
      const kept = token === 'USDT' ? withheld : 0n
      const [toDeflation, toNode] = at === nodeVault ? [0n, kept] : [kept, 0n]
      if (kept > 0n) fundings.push({ ...moment, token, toDeflation, toNode })
    } else if (at === priceOracle && log.eventName === 'Observed' && lowerHex(log.args.token) === dr) {
      observations.push({ timestamp: log.args.timestamp, cumulative: log.args.cumulative })
    }
  }
  const drPriceAt = (moment: bigint) => averageOf(observations, moment)
  return { origin, firstWeek: weekOf(startTime), bought, deposits, flushes, fundings, claims, drPriceAt }
}
