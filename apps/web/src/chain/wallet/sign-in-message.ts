import { NONCE_LIFETIME_MS } from '@dr/protocol/constants'
import { type Address, getAddress } from 'viem'
import { signMessage } from 'viem/actions'
import { createSiweMessage } from 'viem/siwe'
import { loadConfig } from '../../api/config.ts'
import { askNonce, type SignInProof } from '../../api/mutations/sign-in.ts'
import { walletFor } from './wallet-client.ts'

/** English, since EIP-4361 requires ASCII; the sheet has the same in the reader's language. */
const STATEMENT = 'Sign in to Digital Rights. This is free, sends no transaction and moves no tokens.'

/** Requests a nonce from the server and the wallet's signature of it. Rejections are rethrown. */
export const signInMessage = async (address: Address): Promise<SignInProof> => {
  const [config, { nonce, expiresAt }] = await Promise.all([loadConfig(), askNonce(address)])
  const message = createSiweMessage({
    domain: location.host,
    address: getAddress(address),
    statement: STATEMENT,
    uri: location.origin,
    version: '1',
    chainId: config.chain.chainId,
    nonce,
    // In the server's time, independent of the device's clock.
    issuedAt: new Date(Date.parse(expiresAt) - NONCE_LIFETIME_MS),
    expirationTime: new Date(expiresAt),
  })
  const signature = await signMessage(await walletFor(address), { message })
  return { address, message, signature }
}
