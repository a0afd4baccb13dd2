/**
 * Server and app lower the case of hex where it comes in, and nowhere else: what is inside is
 * compared as it is. On the server it has the type `LowerHex`.
 */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { filesBelow } from './source-layout.ts'

interface Source {
  readonly folder: string
  /** Where hex comes in as text: what each lowers. */
  readonly edges: Readonly<Record<string, string>>
  /** No hex. */
  readonly names: Readonly<Record<string, string>>
}

const server: Source = {
  folder: 'apps/server/src/',
  edges: {
    'platform/hex.ts': 'what viem gives: lowerHex',
    'indexer/chain-reader.ts': 'blocks of a node',
    'indexer/fetch-range.ts': 'the transactions that a node lists in a block',
    'platform/chain/header-hash.ts': 'the hash of a block as a node gives it',
    'indexer/raw-log.ts': 'logs of a node',
    'http/request/session.ts': 'the header with the connected wallet',
    'modules/users/users.rules.ts': 'an inviter as a person names them',
    'modules/users/sign-in/verify-signature.ts': 'the end of a signature, which stays as it was sent',
  },
  names: {
    'http/openapi.ts': 'HTTP methods',
    'modules/prices/record-prices.ts': 'symbols of tokens, in names of handlers',
    'modules/solvency/handlers.ts': 'symbols of tokens, in names of handlers',
  },
}

/** What the server answers is in lower case: `apps/web/build/answers.ts` has it checked. */
const app: Source = {
  folder: 'apps/web/src/',
  edges: {
    'chain/wallet/wallet-connection.ts': 'accounts of a wallet',
    'chain/wallet/offered-wallets.ts': 'accounts of a wallet',
    'chain/watched.ts': 'an address to watch, typed or of a link',
    'chain/vouchers/voucher-message.ts': 'fields of typed data, which have no schema of their own',
    'chain/vouchers/recover-signer.ts': 'what viem gives: who signed',
    'chain/reads/read-machines.ts': 'what viem gives: owners on chain',
    'features/transaction/plan/make-plan.ts': 'what viem gives: the signer on chain',
    'features/transaction/flow/flow-ports.ts': 'what viem gives: logs of a receipt',
    'features/transaction/flow/watch-order.ts': 'transactions of a node',
    'chain/reads/read-receipt.ts': 'logs of a node',
    'chain/calls/watch-transaction.ts': 'transactions of a node',
    'features/wallet/burner-approval.tsx': 'what the burner wallet is asked to sign',
    'features/transfer/receiver.ts': 'a receiver as a person types it',
    'features/operator/read-fields.ts': 'an address as an operator types it',
    'features/community/search-text.ts': 'the start of an address as a person types it',
    'api/queries/public.ts': 'an inviter as a person names them',
    'chain/vouchers/test-voucher.ts': 'the vectors of tests, which have checksums',
  },
  names: {
    'features/books/change-sheet.tsx': 'names of parameters',
    'features/security/email-form.tsx': 'an e-mail address',
  },
}

const lowering = (folder: string): string[] => {
  const root = fileURLToPath(new URL(`../${folder}`, import.meta.url))
  return filesBelow(root).filter(
    (file) =>
      /\.tsx?$/.test(file) &&
      !/\.test\.tsx?$/.test(file) &&
      /\.to(Locale)?LowerCase\b/.test(readFileSync(`${root}${file}`, 'utf8')),
  )
}

describe('toLowerCase is called where hex comes in, and for names', () => {
  it.each([server, app])('in $folder', ({ folder, edges, names }) => {
    expect(lowering(folder).toSorted()).toEqual([...Object.keys(edges), ...Object.keys(names)].toSorted())
  })
})
