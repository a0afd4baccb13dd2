/** Shared parts of the claims' tests: an account's own calls of a vault, and what must hold of the books. */
import { withdrawalVaultAbi } from '@dr/contracts/abi'
import type { VaultToken } from '@dr/protocol/tokens'
import type { Hex } from 'viem'
import type { PrivateKeyAccount } from 'viem/accounts'
import { expect } from 'vitest'
import { auditAccountBooks } from '../../src/modules/claims/index.ts'
import { readAccountBook } from '../../src/modules/ledger/index.ts'
import { lowerHex } from '../../src/platform/hex.ts'
import type { TestApp } from '../app/test-app.ts'
import { addressOf, expectLedgerMatchesChain } from './withdrawals.ts'

/** "No proof": what was deposited or received comes out without any root. */
const NO_PROOF = { epoch: 0n, earned: 0n, index: 0n, path: [] } as const

export const claim = (app: TestApp, from: PrivateKeyAccount, { vault, token }: VaultToken, amount: bigint) =>
  app.send(from, {
    address: app.contracts.withdrawalVaults[vault],
    abi: withdrawalVaultAbi,
    functionName: 'claim',
    args: [addressOf(app, token), amount, NO_PROOF],
  })

export const transferWithin = (
  app: TestApp,
  from: PrivateKeyAccount,
  { vault, token, to, amount }: VaultToken & { readonly to: Hex; readonly amount: bigint },
) =>
  app.send(from, {
    address: app.contracts.withdrawalVaults[vault],
    abi: withdrawalVaultAbi,
    functionName: 'transferWithin',
    args: [addressOf(app, token), to, amount, NO_PROOF],
  })

/** Runs the job that books claims to their accounts. */
export const bookClaims = async (app: TestApp): Promise<void> => {
  const tick = app.claims.ticks.find(({ name }) => name === 'claims.book')
  await tick?.run(new AbortController().signal)
}

export interface ClaimRow {
  kind: string
  account: Hex
  booked: boolean
  uncovered: bigint | null
}

export const claimsOf = async (app: TestApp): Promise<ClaimRow[]> => {
  const { rows } = await app.database.read.query<ClaimRow>({
    text: 'SELECT kind, account, booked_at IS NOT NULL AS booked, uncovered FROM vault_claim ORDER BY place',
  })
  return rows
}

/**
 * Expects ledger and chain to agree: reserves, and what the vault says left and came of these accounts, when
 * everything is booked.
 */
export const expectBooked = async (
  app: TestApp,
  place: VaultToken,
  accounts: readonly Hex[],
): Promise<void> => {
  await expectLedgerMatchesChain(app)
  expect(await auditAccountBooks(app.database.read)).toEqual([])
  expect((await claimsOf(app)).filter(({ booked }) => !booked)).toEqual([])
  for (const account of accounts) {
    const { credited, paid, free, pending } = await readAccountBook(app.database.read, {
      account: lowerHex(account),
      ...place,
    })
    const ask = (functionName: 'paid' | 'credited' | 'free') =>
      app.chain.client.readContract({
        address: app.contracts.withdrawalVaults[place.vault],
        abi: withdrawalVaultAbi,
        functionName,
        args: [account, addressOf(app, place.token)],
      })
    const chain = {
      paid: await ask('paid'),
      credited: await ask('credited'),
      free: await ask('free'),
      pending: 0n,
    }
    expect({ paid, credited, free, pending }).toEqual(chain)
  }
}
