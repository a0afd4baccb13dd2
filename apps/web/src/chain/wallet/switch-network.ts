import { numberToHex } from 'viem'
import { loadConfig } from '../../api/config.ts'
import { isUserRejection } from './provider.ts'
import { whileSwitching } from './wallet-connection.ts'

/**
 * Asks the wallet to use the app's chain, and to learn it first where it does not know it (requirement
 * §7: id, name, RPC URL, explorer, currency). Rejections are thrown as they come.
 */
export const switchNetwork = async (): Promise<void> => {
  const { chain } = await loadConfig()
  const chainId = numberToHex(chain.chainId)
  await whileSwitching(async (provider) => {
    try {
      await provider.request({ method: 'wallet_switchEthereumChain', params: [{ chainId }] })
    } catch (error) {
      // Wallets disagree on the code for "unknown chain" (4902, -32603, none): anything but a "no" is
      // answered by adding it.
      if (isUserRejection(error)) throw error
      await provider.request({
        method: 'wallet_addEthereumChain',
        params: [
          {
            chainId,
            chainName: chain.name,
            nativeCurrency: chain.nativeCurrency,
            rpcUrls: chain.rpcUrls,
            ...(chain.explorerUrl === null ? {} : { blockExplorerUrls: [chain.explorerUrl] }),
          },
        ],
      })
      await provider.request({ method: 'wallet_switchEthereumChain', params: [{ chainId }] })
    }
  })
}
