import { ConnectSheet } from './connect-sheet.tsx'
import { NetworkSheet } from './network-sheet.tsx'
import { WalletSheet } from './wallet-sheet.tsx'

/** All wallet sheets; mounted once, at the first intent. */
export const WalletSheets = () => (
  <>
    <ConnectSheet />
    <NetworkSheet />
    <WalletSheet />
  </>
)
