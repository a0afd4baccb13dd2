import { FAUCET_TOKENS } from '@dr/protocol/tokens'
import type { Address } from 'viem'
import { callApi } from '../client.ts'

/** What one grant brings. */
export const GRANTED: readonly string[] = [...FAUCET_TOKENS, 'BNB']

/** Test money, on the local chain alone. */
export const askFaucet = (address: Address) => callApi('faucet', { request: { address } })
