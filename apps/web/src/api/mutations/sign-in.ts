import type { Address } from 'viem'
import { callApi } from '../client.ts'
import { startSession } from '../session/session.ts'

/** A signed EIP-4361 message with the server's nonce, for login and registration. */
export interface SignInProof {
  readonly address: Address
  readonly message: string
  readonly signature: string
}

export const askNonce = (address: Address) => callApi('getNonce', { params: { address } })

/** Throws 10013 for an unregistered address; the same proof then registers it. */
export const logIn = async (proof: SignInProof): Promise<void> => {
  startSession(await callApi('login', { request: { ...proof } }))
}

export const registerUser = async (proof: SignInProof, inviteCode: string | undefined): Promise<void> => {
  startSession(
    await callApi('register', { request: { ...proof, ...(inviteCode === undefined ? {} : { inviteCode }) } }),
  )
}
