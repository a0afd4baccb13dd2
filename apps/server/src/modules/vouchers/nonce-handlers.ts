import { digitalRightsAbi } from '@dr/contracts/abi/digital-rights'
import { exchangeAbi } from '@dr/contracts/abi/exchange'
import { withdrawalVaultAbi } from '@dr/contracts/abi/withdrawal-vault'
import { type EventHandler, eventHandler } from '../../platform/chain/chain-events.ts'
import type { ContractAddresses } from '../../platform/chain/contract-addresses.ts'
import type { Tx } from '../../platform/database/database.ts'
import type { LowerHex } from '../../platform/hex.ts'
import type { NonceEvent } from './resolve-orders.ts'

type Handle = (tx: Tx, event: NonceEvent) => Promise<void>

const ofDigitalRights = (address: LowerHex, handle: Handle): EventHandler[] => {
  const at = { address, abi: digitalRightsAbi, handle }
  return [
    eventHandler({ ...at, name: 'vouchers.nonce-used-by-purchase', event: 'MachinesBought' }),
    eventHandler({ ...at, name: 'vouchers.nonce-used-by-activation', event: 'MachinesActivated' }),
    eventHandler({ ...at, name: 'vouchers.nonce-used-by-pod-power', event: 'PODpowerBought' }),
  ]
}

const ofVault = (address: LowerHex, handle: Handle): EventHandler[] => {
  const at = { address, abi: withdrawalVaultAbi, handle }
  return [
    eventHandler({ ...at, name: 'vouchers.nonce-used-by-withdrawal', event: 'WithdrawnDR' }),
    eventHandler({ ...at, name: 'vouchers.nonce-used-by-usdt-withdrawal', event: 'WithdrawnUSDT' }),
    eventHandler({
      ...at,
      name: 'vouchers.nonce-used-by-claim',
      event: 'Claimed',
      handle: (tx, event) => handle(tx, { ...event, args: { ...event.args, digest: null } }),
    }),
    eventHandler({
      ...at,
      name: 'vouchers.nonce-used-by-transfer',
      event: 'TransferredWithin',
      handle: (tx, event) =>
        handle(tx, { ...event, args: { account: event.args.from, nonce: event.args.nonce, digest: null } }),
    }),
  ]
}

/**
 * Handlers of every event that uses up a nonce of a contract with vouchers, whether its order is known or
 * not: the account's other vouchers on that nonce are superseded and released.
 */
export const nonceHandlers = (contracts: ContractAddresses, close: Handle): EventHandler[] => [
  ...ofDigitalRights(contracts.DigitalRights, close),
  eventHandler({
    name: 'vouchers.nonce-used-by-swap',
    address: contracts.Exchange,
    abi: exchangeAbi,
    event: 'Swapped',
    handle: close,
  }),
  ...contracts.withdrawalVaults.flatMap((vault) => ofVault(vault, close)),
]
