/** Accounts that two operators have blocked: the newest change of `block:<address>` is in force. */
import { AppError } from '../../platform/app-error.ts'
import { createBatcher, fulfilled } from '../../platform/batcher.ts'
import type { Reader } from '../../platform/database/database.ts'
import type { LowerHex } from '../../platform/hex.ts'

/** Values of the subject in the history of changes. */
export const BLOCKED = 1n
export const NOT_BLOCKED = 0n

export interface AccountBlock {
  /** Text of the operator who proposed it; its owner reads it. */
  readonly reason: string
  /** The chain's clock, Unix seconds. */
  readonly since: bigint
}

export const blockSubject = (account: LowerHex): string => `block:${account}`

/** Blocks of these accounts, by subject. */
const findBlocks = async (
  reader: Reader,
  accounts: readonly LowerHex[],
): Promise<ReadonlyMap<string, AccountBlock>> => {
  const { rows } = await reader.query<AccountBlock & { subject: string; value: bigint }>({
    name: 'account_block_find',
    text: `SELECT DISTINCT ON (subject) subject, value, reason, at AS since FROM parameter_change
      WHERE subject = ANY($1::text[]) ORDER BY subject, id DESC`,
    values: [accounts.map(blockSubject)],
  })
  const blocked = rows.filter(({ value }) => value === BLOCKED)
  return new Map(blocked.map(({ subject, reason, since }) => [subject, { reason, since }]))
}

/** Undefined: the account is not blocked. */
export const blockOf = async (reader: Reader, account: LowerHex): Promise<AccountBlock | undefined> =>
  (await findBlocks(reader, [account])).get(blockSubject(account))

/** The block in the API's format: no field where there is none. */
export const blockAnswer = (
  block: AccountBlock | undefined,
): { readonly blocked?: { readonly since: number; readonly reason: string } } =>
  block === undefined ? {} : { blocked: { since: Number(block.since), reason: block.reason } }

const refuseBlocked = (block: AccountBlock | undefined): void => {
  if (!block) return
  throw new AppError('ACCOUNT_BLOCKED', {
    details: { reason: 'blocked-by-operators', since: Number(block.since), why: block.reason },
  })
}

/** Throws ACCOUNT_BLOCKED with the reason while the account is blocked. */
export const requireNotBlocked = async (reader: Reader, account: LowerHex): Promise<void> =>
  refuseBlocked(await blockOf(reader, account))

/** Like `requireNotBlocked`, for frequent calls: concurrent reads share a statement. */
export const createBlockCheck = (reader: () => Reader): ((account: LowerHex) => Promise<void>) => {
  const ask = createBatcher<LowerHex, AccountBlock | undefined>({
    run: async (accounts) => {
      const found = await findBlocks(reader(), accounts)
      return accounts.map((account) => fulfilled(found.get(blockSubject(account))))
    },
  })
  return async (account) => refuseBlocked(await ask(account))
}
