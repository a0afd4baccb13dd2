import { callApi } from '../client.ts'
import type { Address } from '../session.ts'

/** Test money, on the local chain alone. */
export const askFaucet = (address: Address) => callApi('faucet', { request: { address } })
