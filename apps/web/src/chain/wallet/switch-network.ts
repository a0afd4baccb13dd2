import { numberToHex } from 'viem'
import { loadConfig } from '../../api/config.ts'
import { isUnknownChain } from './provider.ts'
import { changeChain } from './wallet-connection.ts'

/** `add`: the wallet learns what the chain is before it is asked to use it. */
export type NetworkWay = 'switch' | 'add'

/**
 * Asks the wallet to use the app's chain; whether it does then. Where it says that it does not know the
 * chain, the chain is added at once (requirement §7: id, name, RPC URL, explorer, currency). Wallets disagree
 * on how they say so, and some refuse without a code, so any other answer is thrown as it comes: the user,
 * not this function, decides whether the wallet is asked a second question.
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
    // Many wallets have switched with it.
    if (Number(await provider.request({ method: 'eth_chainId' })) !== chain.chainId) await change()
  })
}
