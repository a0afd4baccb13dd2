import { type Address, type Hash, numberToHex } from 'viem'
import { hashOf } from '../wallet/wallet-answers.ts'
import { type WalletClient, walletFor } from '../wallet/wallet-client.ts'
import type { ContractCall } from './contract-call.ts'
import { NoName } from './send-batch.ts'

interface Terms {
  readonly gas?: bigint | undefined
  /** The account's nonce: of a call that is asked for again, the one that the first had. */
  readonly nonce?: number | undefined
}

/**
 * Asks for the call, once: viem's `sendTransaction` asks a second time by `wallet_sendTransaction` after some
 * errors, also where the first was sent.
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

/** Asks the wallet of `account` to send the call, once; its hash. A rejection is thrown as it comes. */
export const sendCall = async (account: Address, call: ContractCall, terms?: Terms): Promise<Hash> =>
  askToSend(await walletFor(account), call, terms)
