import { numberToHex } from 'viem'
import { loadConfig } from '../../api/config.ts'
import { isUnknownChain } from './provider.ts'
import { changeChain } from './wallet-connection.ts'

/** `add`: the chain is added to the wallet before the switch. */
export type NetworkWay = 'switch' | 'add'

/**
 * Asks the wallet to use the app's chain; returns whether it does. A wallet that reports an unknown chain
 * gets it added at once (requirement §7: id, name, RPC URL, explorer, currency). Wallets report this
 * differently, some without a code, so any other error is rethrown, and the user decides about a second
 * request.
 */
export const switchNetwork = async (way: NetworkWay): Promise<boolean> => {
  const { chain } = await loadConfig()
  const chainId = numberToHex(chain.chainId)
  return changeChain(chain.chainId, async (provider) => {
    const change = () => provider.request({ method: 'wallet_switchEthereumChain', params: [{ chainId }] })
    if (way === 'switch') {
      try {
        await change()
        return
      } catch (error) {
        if (!isUnknownChain(error)) throw error
      }
    }
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
    // Adding also switches in many wallets.
    if (Number(await provider.request({ method: 'eth_chainId' })) !== chain.chainId) await change()
  })
}
