import { digitalRightsAbi } from '@dr/contracts/abi/digital-rights'
import { emissionAbi } from '@dr/contracts/abi/emission'
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
import { recordMachinesBought } from './purchase/record-machines-bought.ts'

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

/** Name of the handler of purchases. */
export const MACHINES_BOUGHT = 'mining.machines-bought'

export const miningHandlers = (deps: {
  readonly contracts: ContractAddresses
  readonly vouchers: VouchersModule
  readonly startTime: bigint
  readonly wasSettled: MiningDeps['wasSettled']
}): EventHandler[] => {
  const { contracts, vouchers, startTime, wasSettled } = deps
  const isWithoutOrder = (tx: Tx, account: LowerHex) => wasSettled(tx, { handler: MACHINES_BOUGHT, account })
  return [
    eventHandler({
      name: MACHINES_BOUGHT,
      address: contracts.DigitalRights,
      abi: digitalRightsAbi,
      event: 'MachinesBought',
      handle: (tx, event) => recordMachinesBought(tx, vouchers, event),
    }),
    eventHandler({
      name: 'mining.machines-activated',
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
      handle: (tx, event) => recordRenewal(tx, { startTime, isWithoutOrder }, event),
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
