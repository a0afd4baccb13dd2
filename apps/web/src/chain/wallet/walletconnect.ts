import { UniversalProvider } from '@walletconnect/universal-provider'
import type { EIP1193Provider } from 'viem'
import type { Config } from '../../api/config.ts'
import { setWalletConnectUri } from './walletconnect-uri.ts'

const METHODS = [
  'eth_sendTransaction',
  'personal_sign',
  'eth_signTypedData_v4',
  'wallet_switchEthereumChain',
  'wallet_addEthereumChain',
  'wallet_getCapabilities',
  'wallet_sendCalls',
  'wallet_getCallsStatus',
]
const EVENTS = ['accountsChanged', 'chainChanged']

interface Options {
  readonly config: Config
  readonly projectId: string
}

const initialise = ({ config: { walletConnectRelayUrl }, projectId }: Options) =>
  UniversalProvider.init({
    projectId,
    ...(walletConnectRelayUrl === null ? {} : { relayUrl: walletConnectRelayUrl }),
    // No data about users for services that the pairing does not need.
    telemetryEnabled: false,
    // Errors are thrown and shown in the app's own texts; a user's rejection is no error for the console.
    logger: 'fatal',
    metadata: {
      name: document.title,
      description: '',
      url: location.origin,
      icons: [`${location.origin}/icon-192.png`],
    },
  })
type Wire = Awaited<ReturnType<typeof initialise>>

/** One instance for the page: two would use the same sessions. */
let wire: Promise<Wire> | null = null
const loadWire = (options: Options): Promise<Wire> => {
  wire ??= initialise(options).then(
    (made) => {
      made.on('display_uri', setWalletConnectUri)
      // WalletConnect's relay attests to the wallet which app this is; other relays lack that service, and
      // each request would wait for it.
      if (options.config.walletConnectRelayUrl !== null) made.client.core.verify.register = async () => ''
      return made
    },
    (error: unknown) => {
      wire = null
      throw error
    },
  )
  return wire
}

let attempts = 0

/** Shows the pairing link until a wallet answers it, or another one is shown. */
const pair = async (provider: Wire, { chain }: Config): Promise<void> => {
  attempts += 1
  const ownAttempt = attempts
  try {
    await provider.connect({
      optionalNamespaces: {
        eip155: {
          chains: [`eip155:${chain.chainId}`],
          methods: METHODS,
          events: EVENTS,
          rpcMap: { [chain.chainId]: chain.rpcUrls[0] ?? '' },
        },
      },
    })
  } finally {
    if (ownAttempt === attempts) setWalletConnectUri(null)
  }
}

/**
 * Creates WalletConnect as an EIP-1193 provider without its own pop-up: the app's sheet shows the pairing
 * link. Loaded only when chosen, and offered only with a configured project id. A session of the last visit
 * is restored.
 */
export const createWalletConnectProvider = async (options: Options): Promise<EIP1193Provider> => {
  const { config } = options
  const provider = await loadWire(options)
  const chainName = `eip155:${config.chain.chainId}`
  const nameOf = (event: string): string => (event === 'disconnect' ? 'session_delete' : event)
  return {
    async request({ method, params }: { method: string; params?: readonly unknown[] }) {
      if (method === 'wallet_revokePermissions') {
        if (provider.session !== undefined) await provider.disconnect()
        return null
      }
      if (provider.session === undefined) {
        if (method !== 'eth_requestAccounts') return method === 'eth_accounts' ? [] : null
        await pair(provider, config)
      }
      return provider.request({ method, ...(params === undefined ? {} : { params: [...params] }) }, chainName)
    },
    on: (event: string, listener: (value: never) => void) => provider.on(nameOf(event), listener),
    removeListener: (event: string, listener: (value: never) => void) =>
      provider.removeListener(nameOf(event), listener),
  } as unknown as EIP1193Provider
}
