import { callApi } from '../client.ts'

/** Moves what has accrued into the miner account. */
export const collectMining = () => callApi('collectMining')
