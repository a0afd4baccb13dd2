import { FAUCET_TOKENS } from '@dr/protocol/tokens'
import type { Address } from 'viem'
import { callApi } from '../client.ts'

/** Tokens of one grant. */
export const GRANTED: readonly string[] = [...FAUCET_TOKENS, 'BNB']

/** Requests test money; local chain only. */
export const askFaucet = (address: Address) => callApi('faucet', { request: { address } })
