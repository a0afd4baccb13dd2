import { digitalRightsAbi } from '@dr/contracts/abi/digital-rights'
import { emissionAbi } from '@dr/contracts/abi/emission'
import { decodeEventLog, type Hex } from 'viem'
import { type EventHandler, eventHandler } from '../../platform/chain/chain-events.ts'
import { type ChainNumber, countOf } from '../../platform/chain/chain-numbers.ts'
import type { ContractAddresses } from '../../platform/chain/contract-addresses.ts'
import type { Tx } from '../../platform/database/database.ts'
import type { LowerHex } from '../../platform/hex.ts'
import type { VouchersModule } from '../vouchers/index.ts'
import type { MiningDeps } from './deps.ts'
import { recordActivation } from './electricity/record-activation.ts'
import { recordRenewal } from './electricity/record-renewal.ts'
import { recordRelease } from './pool/record-release.ts'
import { purchaseOf, recordMachinesBought } from './purchase/record-machines-bought.ts'

/** The contracts' own counts of these events. */
export const miningNumbers = ({ DigitalRights, Emission }: ContractAddresses): ChainNumber[] => [
  countOf({
    name: 'mining.purchases',
    address: DigitalRights,
    abi: digitalRightsAbi,
    view: 'purchaseCount',
    events: ['MachinesBought'],
  }),
  countOf({
    name: 'mining.electricity',
    address: DigitalRights,
    abi: digitalRightsAbi,
    view: 'electricityCount',
    events: ['MachinesActivated', 'MachinesRenewed'],
  }),
  countOf({
    name: 'mining.releases',
    address: Emission,
    abi: emissionAbi,
    view: 'releaseCount',
    events: ['Released'],
  }),
]

/** Names of the handlers of purchases and of electricity by voucher. */
export const MACHINES_BOUGHT = 'mining.machines-bought'
export const MACHINES_ACTIVATED = 'mining.machines-activated'

/** Reads the numbers of an account's purchases that were settled without an order. */
export const createSettledPurchases =
  (settledLogs: MiningDeps['settledLogs']) =>
  async (tx: Tx, account: LowerHex): Promise<ReadonlySet<bigint>> => {
    const logs = await settledLogs(tx, { handler: MACHINES_BOUGHT, account })
    return new Set(
      logs.map(({ topics, data }) => {
        const { args } = decodeEventLog({
          abi: digitalRightsAbi,
          eventName: 'MachinesBought',
          topics: topics as [Hex, ...Hex[]],
          data,
        })
        return purchaseOf(args.firstMachineId)
      }),
    )
  }

export const miningHandlers = (deps: {
  readonly contracts: ContractAddresses
  readonly vouchers: VouchersModule
  readonly startTime: bigint
  readonly settledLogs: MiningDeps['settledLogs']
}): EventHandler[] => {
  const { contracts, vouchers, startTime, settledLogs } = deps
  const settledPurchases = createSettledPurchases(settledLogs)
  return [
    eventHandler({
      name: MACHINES_BOUGHT,
      address: contracts.DigitalRights,
      abi: digitalRightsAbi,
      event: 'MachinesBought',
      handle: (tx, event) => recordMachinesBought(tx, vouchers, event),
    }),
    eventHandler({
      name: MACHINES_ACTIVATED,
      address: contracts.DigitalRights,
      abi: digitalRightsAbi,
      event: 'MachinesActivated',
      handle: (tx, event) => recordActivation(tx, { vouchers, startTime }, event),
    }),
    eventHandler({
      name: 'mining.machines-renewed',
      address: contracts.DigitalRights,
      abi: digitalRightsAbi,
      event: 'MachinesRenewed',
      handle: (tx, event) => recordRenewal(tx, { startTime, settledPurchases }, event),
    }),
    eventHandler({
      name: 'mining.released',
      address: contracts.Emission,
      abi: emissionAbi,
      event: 'Released',
      handle: (tx, event) => recordRelease(tx, { startTime }, event),
    }),
  ]
}
