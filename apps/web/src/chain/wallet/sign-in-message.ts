import { NONCE_LIFETIME_MS } from '@dr/protocol/constants'
import { type Address, getAddress } from 'viem'
import { signMessage } from 'viem/actions'
import { createSiweMessage } from 'viem/siwe'
import { loadConfig } from '../../api/config.ts'
import { askNonce, type SignInProof } from '../../api/mutations/sign-in.ts'
import { walletFor } from './wallet-client.ts'

/** English by its standard (EIP-4361 wants ASCII); the sheet says the same in the reader's language. */
const STATEMENT = 'Sign in to Digital Rights. This is free, sends no transaction and moves no tokens.'

/**
 * Asks the server for a nonce, and the wallet for its signature under it. Rejections are thrown as they come.
 */
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
    // By the server's clock, whatever the device's says.
    issuedAt: new Date(Date.parse(expiresAt) - NONCE_LIFETIME_MS),
    expirationTime: new Date(expiresAt),
  })
  const signature = await signMessage(await walletFor(address), { message })
  return { address, message, signature }
}
