import { createStore as createAnnouncementStore } from 'mipd'
import type { EIP1193Provider } from 'viem'
import type { Config } from '../../api/config.ts'
import { deviceNow } from '../../ui/clock.ts'
import { type OfferedWallet, WALLET_IDS } from './provider.ts'
import { createStore } from './store.ts'

const announced = createAnnouncementStore()

/**
 * How long a wallet's extension may take to announce itself before `window.ethereum` is taken for one of old.
 */
const ANNOUNCE_WAIT_MS = 300

const announcedWallets = (): OfferedWallet[] =>
  announced.getProviders().map(({ info, provider }) => ({
    id: info.rdns,
    name: info.name,
    icon: info.icon,
    kind: 'announced',
    provider: () => Promise.resolve(provider as EIP1193Provider),
  }))

const legacyWallet = (): OfferedWallet[] => {
  const { ethereum } = window as { ethereum?: EIP1193Provider }
  if (ethereum === undefined) return []
  return [{ id: WALLET_IDS.legacy, name: '', kind: 'legacy', provider: () => Promise.resolve(ethereum) }]
}

const burnerWallet = (config: Config): OfferedWallet[] => {
  if (!__LOCAL_CHAIN__) return []
  return [
    {
      id: 'burner',
      name: '',
      kind: 'burner',
      provider: async () => (await import('../burner/burner-provider.ts')).createBurnerProvider(config),
    },
  ]
}

const walletConnect = (config: Config): OfferedWallet[] => {
  const projectId = config.walletConnectProjectId
  if (!__WALLETCONNECT__ || projectId === null) return []
  return [
    {
      id: WALLET_IDS.walletConnect,
      name: 'WalletConnect',
      kind: 'walletconnect',
      provider: async () =>
        (await import('./walletconnect.ts')).createWalletConnectProvider({ config, projectId }),
    },
  ]
}

const listOffers = (config: Config): readonly OfferedWallet[] => {
  const found = announcedWallets()
  return [...(found.length > 0 ? found : legacyWallet()), ...walletConnect(config), ...burnerWallet(config)]
}

const offers = createStore<readonly OfferedWallet[]>([])
export const useOfferedWallets = offers.useValue

/** Every wallet this browser offers, renewed as they announce themselves. */
export const watchOfferedWallets = (config: Config): (() => void) => {
  const update = (): void => offers.set(listOffers(config))
  update()
  const stop = announced.subscribe(update)
  requestAnnouncements()
  return stop
}

/** Asks for announcements again; those that came stay, and one that comes again is no news. */
const requestAnnouncements = (): void => void window.dispatchEvent(new Event('eip6963:requestProvider'))

/**
 * Calls `onWallet` with the id of each wallet that appears from now on; one of old says
 * `ethereum#initialized`.
 */
export const watchAnnouncements = (onWallet: (id: string) => void): (() => void) => {
  const onLegacy = (): void => onWallet(WALLET_IDS.legacy)
  const stop = announced.subscribe((_, change) => {
    for (const { info } of change?.added ?? []) onWallet(info.rdns)
  })
  window.addEventListener('ethereum#initialized', onLegacy)
  return () => {
    stop()
    window.removeEventListener('ethereum#initialized', onLegacy)
  }
}

/** The wallet connected the last time; waits a moment for its announcement. */
export const findOfferedWallet = async (config: Config, id: string): Promise<OfferedWallet | undefined> => {
  const find = () => listOffers(config).find((wallet) => wallet.id === id)
  if (find() === undefined) requestAnnouncements()
  const deadline = deviceNow() + ANNOUNCE_WAIT_MS
  while (find() === undefined && deviceNow() < deadline)
    await new Promise((resolve) => setTimeout(resolve, 50))
  return find()
}
