import { type Address, type Hash, numberToHex } from 'viem'
import { hashOf } from '../wallet/wallet-answers.ts'
import { type WalletClient, walletFor } from '../wallet/wallet-client.ts'
import type { ContractCall } from './contract-call.ts'
import { NoName } from './send-batch.ts'

interface Terms {
  readonly gas?: bigint | undefined
  /** Account nonce; a repeated call has the first one's. */
  readonly nonce?: number | undefined
}

/**
 * Requests the call once: viem's `sendTransaction` repeats it with `wallet_sendTransaction` after some
 * errors, even if the first was sent.
 */
export const askToSend = async (
  client: Pick<WalletClient, 'account' | 'request'>,
  call: ContractCall,
  { gas, nonce }: Terms = {},
): Promise<Hash> => {
  const request = {
    from: client.account.address,
    to: call.to,
    data: call.data,
    ...(gas === undefined ? {} : { gas: numberToHex(gas) }),
    ...(nonce === undefined ? {} : { nonce: numberToHex(nonce) }),
  }
  const answer: unknown = await client.request(
    { method: 'eth_sendTransaction', params: [request] },
    { retryCount: 0 },
  )
  const hash = hashOf(answer)
  if (hash === null) throw new NoName('no hash')
  return hash
}

/** Asks the wallet of `account` to send the call, once; returns its hash. A rejection is rethrown. */
export const sendCall = async (account: Address, call: ContractCall, terms?: Terms): Promise<Hash> =>
  askToSend(await walletFor(account), call, terms)
