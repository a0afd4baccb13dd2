import { UniversalProvider } from '@walletconnect/universal-provider'
import type { EIP1193Provider } from 'viem'
import type { Config } from '../api/config.ts'
import { setWalletConnectUri } from './walletconnect-uri.ts'

const METHODS = [
  'eth_sendTransaction',
  'personal_sign',
  'eth_signTypedData_v4',
  'wallet_switchEthereumChain',
  'wallet_addEthereumChain',
]
const EVENTS = ['accountsChanged', 'chainChanged']

interface Options {
  readonly config: Config
  readonly projectId: string
}

/**
 * WalletConnect as one more EIP-1193 provider, without its own pop-up: the pairing link is shown by our sheet. Loaded
 * only when it is chosen, and offered only where a project id is configured. A session of the last visit is found again.
 */
export async function createWalletConnectProvider({
  config: { chain },
  projectId,
}: Options): Promise<EIP1193Provider> {
  const provider = await UniversalProvider.init({
    projectId,
    metadata: {
      name: document.title,
      description: '',
      url: location.origin,
      icons: [`${location.origin}/icon-192.png`],
    },
  })
  provider.on('display_uri', setWalletConnectUri)
  const chainName = `eip155:${chain.chainId}`

  async function connect(): Promise<void> {
    try {
      await provider.connect({
        optionalNamespaces: {
          eip155: {
            chains: [chainName],
            methods: METHODS,
            events: EVENTS,
            rpcMap: { [chain.chainId]: chain.rpcUrls[0] ?? '' },
          },
        },
      })
    } finally {
      setWalletConnectUri(null)
    }
  }

  return {
    async request({ method, params }: { method: string; params?: readonly unknown[] }) {
      if (provider.session === undefined) {
        if (method !== 'eth_requestAccounts') return method === 'eth_accounts' ? [] : null
        await connect()
      }
      return provider.request({ method, ...(params === undefined ? {} : { params: [...params] }) }, chainName)
    },
    on(event: string, listener: (value: never) => void) {
      provider.on(event === 'disconnect' ? 'session_delete' : event, listener)
    },
    removeListener(event: string, listener: (value: never) => void) {
      provider.removeListener(event === 'disconnect' ? 'session_delete' : event, listener)
    },
  } as unknown as EIP1193Provider
}
