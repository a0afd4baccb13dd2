import { FAUCET_TOKENS } from '@dr/protocol/tokens'
import { callApi } from '../client.ts'
import type { Address } from '../session/session.ts'

/** What one grant brings. */
export const GRANTED: readonly string[] = [...FAUCET_TOKENS, 'BNB']

/** Test money, on the local chain alone. */
export const askFaucet = (address: Address) => callApi('faucet', { request: { address } })
