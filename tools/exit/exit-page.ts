/** The exit page without its pixels: what it shows an account, by its own code, and the calls that it offers. */
import { drAbi } from '@dr/contracts/abi/dr'
import { UINT256_MAX } from '@dr/protocol/amounts'
import type { Proof } from '@dr/protocol/roots/proof'
import type { Address } from 'viem'
import { type Call, claimCall, tryCall } from '../../apps/web/exit/claim.ts'
import { loadBooks, readEvidence } from '../../apps/web/exit/evidence.ts'
import { ExitError } from '../../apps/web/exit/exit-error.ts'
import { openReader } from '../../apps/web/exit/reader.ts'
import { type BookReport, readReport } from '../../apps/web/exit/report.ts'
import { createRpc } from '../../apps/web/exit/rpc.ts'
import type { UserParts } from '../crash/user.ts'

/** Sends a call as any program that has the key: destination and data, and nothing else. */
export const sendCall = async ({ wallet, client }: UserParts, { to, data }: Call): Promise<void> => {
  const hash = await wallet.sendTransaction({ to, data })
  const { status } = await client.waitForTransactionReceipt({ hash })
  if (status !== 'success') throw new Error(`${hash} reverted`)
}

export const balanceOf = ({ client }: Pick<UserParts, 'client'>, token: Address, account: Address) =>
  client.readContract({ address: token, abi: drAbi, functionName: 'balanceOf', args: [account] })

/** The claim of a book, with its proof or another one; of all where it shows nothing to claim. */
export const callOf = ({ vault, token, claim, proof }: BookReport, other: Proof = proof): Call =>
  claimCall({ vault, token, argument: claim?.argument ?? UINT256_MAX, proof: other })

/** `url`: the endpoint, which is all that it contacts. */
export const createExitPage = (url: string) => {
  const rpc = createRpc(url)
  /** `bytes`: a mirrored file or an exported proof. */
  const show = async ({ account: { address: account }, contracts }: UserParts, bytes: Uint8Array | null) => {
    const evidence = bytes && (await readEvidence(bytes))
    const proof = evidence && { head: evidence.head, books: () => loadBooks(evidence, account) }
    return readReport(await openReader(rpc), { registry: contracts.RootRegistry, account, proof })
  }
  /** The contract's error for a call that it refuses; null: it takes the call. */
  const refusalOf = async ({ account }: UserParts, call: Call): Promise<string | null> => {
    try {
      await tryCall(rpc, account.address, call)
      return null
    } catch (error) {
      if (!(error instanceof ExitError)) throw error
      return error.said.values?.name ?? error.said.key
    }
  }
  /** Claims what a book shows, and answers what has arrived. */
  const claim = async (user: UserParts, book: BookReport): Promise<bigint> => {
    const { address } = user.account
    const had = await balanceOf(user, book.token, address)
    const call = callOf(book)
    await tryCall(rpc, address, call)
    await sendCall(user, call)
    return (await balanceOf(user, book.token, address)) - had
  }
  return { show, refusalOf, claim }
}
