import { callApi } from '../client.ts'
import type { Address } from '../session.ts'

/** What one grant brings. */
export const FAUCET_TOKENS: readonly string[] = ['USDT', 'DRGV', 'BNB']

/** Test money, on the local chain alone. */
export const askFaucet = (address: Address) => callApi('faucet', { request: { address } })
