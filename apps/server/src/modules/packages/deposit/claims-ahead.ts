/**
 * Claims and transfers that come after a deposit in the same range of blocks. Otherwise a deposit that is
 * claimed back at once would fill a package's budget, a stake and a day's figures until the claim is booked.
 */
import { withdrawalVaultAbi } from '@dr/contracts/abi/withdrawal-vault'
import {
  type ChainEvent,
  type EventHandler,
  eventHandler,
  placeOf,
} from '../../../platform/chain/chain-events.ts'
import { type ContractAddresses, requirePayoutToken } from '../../../platform/chain/contract-addresses.ts'
import type { Tx } from '../../../platform/database/database.ts'
import type { LowerHex } from '../../../platform/hex.ts'
import type { UserId } from '../../../platform/ids.ts'
import type { ModuleParts } from '../../../platform/module-parts.ts'
import { account as accountCode, balanceOf, readAccountBook } from '../../ledger/index.ts'
import type { PackageToken } from '../terms/terms.rules.ts'

/** Its events are handled before those of all other lanes: `bin` passes its handlers to the indexer first. */
const LANE = 'packages.claims-ahead'

interface Outflow {
  readonly account: LowerHex
  readonly token: LowerHex
  readonly amount: bigint
}

const noteAhead = async (
  tx: Tx,
  contracts: ContractAddresses,
  { event, account, token, amount }: Outflow & { readonly event: ChainEvent },
): Promise<void> => {
  await tx.query({
    name: 'claim_ahead_insert',
    text: 'INSERT INTO claim_ahead (account, token, place, amount) VALUES ($1, $2, $3, $4)',
    values: [account, requirePayoutToken(contracts, token), placeOf(event), amount],
  })
}

const handlersOf = (contracts: ContractAddresses): EventHandler[] => {
  const [, , address] = contracts.withdrawalVaults
  const at = { address, abi: withdrawalVaultAbi, lane: LANE } as const
  return [
    eventHandler({
      ...at,
      name: 'packages.claimed-ahead',
      event: 'Claimed',
      handle: (tx, event) => noteAhead(tx, contracts, { event, ...event.args }),
    }),
    eventHandler({
      ...at,
      name: 'packages.transferred-ahead',
      event: 'TransferredWithin',
      handle: (tx, event) => noteAhead(tx, contracts, { event, ...event.args, account: event.args.from }),
    }),
  ]
}

/** Parts of the packages whose handlers come before those of all modules. */
export const claimsAhead = (contracts: ContractAddresses): ModuleParts => ({
  routes: [],
  eventHandlers: handlersOf(contracts),
  advanceHooks: [
    {
      name: 'packages.forget-claims-ahead',
      run: async (tx) =>
        void (await tx.query({ name: 'claim_ahead_clear', text: 'DELETE FROM claim_ahead', values: [] })),
    },
  ],
  ticks: [],
})

/**
 * Whether what the account has claimed, in the ledger or until the end of the range, is more than what it has
 * available: then the deposit's money is needed for it. To be asked before the deposit is booked.
 */
export const isClaimedBack = async (
  tx: Tx,
  { userId, token, event }: { userId: UserId; token: PackageToken; event: ChainEvent<{ account: LowerHex }> },
): Promise<boolean> => {
  const { account } = event.args
  const { rows } = await tx.query<{ ahead: bigint }>({
    name: 'claim_ahead_of',
    text: `SELECT coalesce(sum(amount), 0) AS ahead FROM claim_ahead
      WHERE account = $1 AND token = $2 AND place > $3`,
    values: [account, token, placeOf(event)],
  })
  const { pending } = await readAccountBook(tx, { account, vault: 2, token })
  const claimed = pending + (rows[0]?.ahead ?? 0n)
  if (claimed === 0n) return false
  return claimed > (await balanceOf(tx, accountCode({ vault: 2, token, kind: 'user-available', userId })))
}
