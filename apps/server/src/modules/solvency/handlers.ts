import { digitalRightsAbi } from '@dr/contracts/abi/digital-rights'
import { drAbi } from '@dr/contracts/abi/dr'
import { fundingAbi } from '@dr/contracts/abi/funding'
import { withdrawalVaultAbi } from '@dr/contracts/abi/withdrawal-vault'
import { PAYOUT_TOKENS } from '@dr/protocol/tokens'
import { batchHandler, type EventHandler, eventHandler } from '../../platform/chain/chain-events.ts'
import { type ChainNumber, countedEvent, countOf } from '../../platform/chain/chain-numbers.ts'
import { selectorOf } from '../../platform/chain/chain-views.ts'
import type { ContractAddresses } from '../../platform/chain/contract-addresses.ts'
import type { LowerHex } from '../../platform/hex.ts'
import { burnedNumbers, dayHandlers } from './flows/day-totals.ts'
import {
  depositInflows,
  expectInflows,
  fundingInflows,
  recapitalisationInflows,
} from './flows/expect-inflows.ts'
import { recordTransfers } from './flows/record-transfers.ts'
import { recordRecapitalisation } from './recapitalisation/record-recapitalisation.ts'

/**
 * Handlers of all inflows of vaults. Only Transfers to a vault are requested from the node; all stay in the
 * main lane, since those of deposits and fundings follow the event that explains them.
 */
export const solvencyHandlers = (contracts: ContractAddresses): EventHandler[] => {
  const [, deflation, node] = contracts.withdrawalVaults
  const transfers = (token: 'DR' | 'USDT', to: readonly LowerHex[]): EventHandler =>
    batchHandler({
      name: `solvency.${token.toLowerCase()}-to-vault`,
      address: token === 'DR' ? contracts.DR : contracts.USDT,
      abi: drAbi,
      event: 'Transfer',
      where: { to },
      handleAll: (tx, events) => recordTransfers(tx, { contracts, token }, events),
    })
  return [
    batchHandler({
      name: 'solvency.deposited',
      address: contracts.DigitalRights,
      abi: digitalRightsAbi,
      event: 'Deposited',
      handleAll: (tx, events) => expectInflows(tx, depositInflows(contracts, events)),
    }),
    batchHandler({
      name: 'solvency.funded',
      address: contracts.Funding,
      abi: fundingAbi,
      event: 'Funded',
      handleAll: (tx, events) => expectInflows(tx, fundingInflows(contracts, events)),
    }),
    batchHandler({
      name: 'solvency.recapitalisation-expected',
      address: contracts.Funding,
      abi: fundingAbi,
      event: 'Recapitalised',
      handleAll: (tx, events) => expectInflows(tx, recapitalisationInflows(contracts, events)),
    }),
    eventHandler({
      name: 'solvency.recapitalised',
      address: contracts.Funding,
      abi: fundingAbi,
      event: 'Recapitalised',
      handle: (tx, event) => recordRecapitalisation(tx, contracts, event),
    }),
    transfers('DR', contracts.withdrawalVaults),
    transfers('USDT', [deflation, node]),
    ...dayHandlers(contracts),
  ]
}

/**
 * Each vault's balances: Transfers add to them, withdrawals subtract. The miner account's vault has no USDT.
 */
const heldNumbers = ({ withdrawalVaults, ...contracts }: ContractAddresses): ChainNumber[] =>
  withdrawalVaults.flatMap((vault, index) =>
    PAYOUT_TOKENS.filter((token) => token === 'DR' || index !== 0).map((token) => {
      const address = contracts[token]
      return {
        name: `solvency.held-${index}-${token}`,
        view: { address, selector: selectorOf(drAbi, 'balanceOf'), argument: vault },
        decidesOnly: true,
        events: [
          countedEvent({
            address,
            abi: drAbi,
            event: 'Transfer',
            add: ({ to, value }) => (to === vault ? value : 0n),
          }),
          countedEvent({
            address: vault,
            abi: withdrawalVaultAbi,
            event: `Withdrawn${token}`,
            add: ({ amount }) => -amount,
          }),
          countedEvent({
            address: vault,
            abi: withdrawalVaultAbi,
            event: 'Claimed',
            // DR that is withheld burns, and leaves too; USDT stays
            add: (claim) =>
              claim.token.toLowerCase() === address
                ? (token === 'DR' ? 0n : claim.withheld) - claim.amount
                : 0n,
          }),
        ],
      }
    }),
  )

/** Tokens burned, held by the vaults, and brought into them by `Funding`. */
export const solvencyNumbers = (contracts: ContractAddresses): ChainNumber[] => [
  ...burnedNumbers(contracts),
  ...heldNumbers(contracts),
  countOf({
    name: 'solvency.fundings',
    address: contracts.Funding,
    abi: fundingAbi,
    view: 'fundingCount',
    events: ['Funded', 'Recapitalised'],
  }),
]
