import { ConnectSheet } from './connect-sheet.tsx'
import { NetworkSheet } from './network-sheet.tsx'
import { WalletSheet } from './wallet-sheet.tsx'

/** All of the wallet's sheets: mounted once, at the first intent. */
export const WalletSheets = () => (
  <>
    <ConnectSheet />
    <NetworkSheet />
    <WalletSheet />
  </>
)
