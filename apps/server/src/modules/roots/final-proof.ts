/** The proof that grants an account most: of final epochs the newest one in which its book has a root. */
import { join } from 'node:path'
import type { Proof } from '@dr/protocol/roots/proof'
import { BOOKS } from '@dr/protocol/roots/roots-file'
import type { VaultIndex } from '@dr/protocol/token-table'
import type { PayoutToken } from '@dr/protocol/tokens'
import { chainNow } from '../../platform/chain/chain-clock.ts'
import type { Database } from '../../platform/database/database.ts'
import type { LowerHex } from '../../platform/hex.ts'
import { createEpochFiles, isKept } from './epoch-files.ts'
import { isFinal, readEpochs } from './epochs-store.ts'

export interface ProofPlace {
  readonly account: LowerHex
  readonly vault: VaultIndex
  readonly token: PayoutToken
}

export const rootsDirectory = (dataDirectory: string): string => join(dataDirectory, 'roots')

/** No line of an own epoch disappears, so an account without one in the newest has none at all. */
export const createFinalProofOf = ({
  database: { read },
  dataDirectory,
}: {
  readonly database: Pick<Database, 'read'>
  readonly dataDirectory: string
}) => {
  const files = createEpochFiles({ reader: read, directory: rootsDirectory(dataDirectory) })
  return async ({ account, vault, token }: ProofPlace): Promise<Proof | undefined> => {
    const book = BOOKS.findIndex((one) => one.vault === vault && one.token === token)
    if (book < 0) return undefined
    const { timestamp } = await chainNow(read)
    const epoch = (await readEpochs(read))
      .filter(isKept)
      .find((one) => isFinal(one, timestamp) && (one.refused & (1 << book)) === 0)
    if (!epoch) return undefined
    return (await files.proofsOf(epoch, account))[book] ?? undefined
  }
}
