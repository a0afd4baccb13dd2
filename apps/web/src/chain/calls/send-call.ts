import { type Address, type Hex, isHash } from 'viem'
import { sendTransaction } from 'viem/actions'
import { walletFor } from '../wallet/wallet-client.ts'
import type { ContractCall } from './contract-call.ts'
import { NoName } from './send-batch.ts'

/** Asks the wallet of `account` to send the call, once; its hash. A rejection is thrown as it comes. */
export const sendCall = async (account: Address, call: ContractCall, gas?: bigint): Promise<Hex> => {
  const client = await walletFor(account)
  const hash: unknown = await sendTransaction(client, {
    account: client.account,
    chain: client.chain,
    to: call.to,
    data: call.data,
    ...(gas === undefined ? {} : { gas }),
  })
  if (typeof hash !== 'string' || !isHash(hash)) throw new NoName('no hash')
  return hash as Hex
}
