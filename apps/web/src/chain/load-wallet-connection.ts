/** What talks to wallets, with viem: loaded when a wallet is wanted, never before. */
export const loadWalletConnection = () => import('./wallet-connection.ts')
