import type { Address, EIP1193Provider, Hex } from 'viem'
import { callApi } from '../../api/client.ts'
import type { Config } from '../../api/config.ts'
import { createStore } from '../../lib/store.ts'
import { deviceNow } from '../../ui/clock.ts'
import {
  type AnnouncedWallet,
  announcedWallets,
  requestAnnouncements,
  subscribeAnnounced,
} from './announced-wallets.ts'
import { type OfferedWallet, WALLET_IDS } from './provider.ts'
import { accountsOf } from './wallet-answers.ts'

/**
 * Milliseconds for a wallet's extension to announce itself before `window.ethereum` counts as a legacy
 * wallet.
 */
const ANNOUNCE_WAIT_MS = 300
/** Polling interval: wallets' own browsers set `window.ethereum` at any time, many without an event. */
const LOOK_MS = 500

const idOf = ({ rdns, name }: Pick<AnnouncedWallet, 'rdns' | 'name'>): string => `${rdns} ${name}`
const rdnsOf = (id: string): string => id.split(' ', 1)[0] ?? ''

const offerAnnounced = (wallet: AnnouncedWallet, index: number): OfferedWallet => ({
  key: `announced ${index}`,
  id: idOf(wallet),
  name: wallet.name,
  ...(wallet.icon === undefined ? {} : { icon: wallet.icon }),
  kind: 'announced',
  provider: () => Promise.resolve(wallet.provider),
})

const readLegacy = (): EIP1193Provider | undefined => {
  const { ethereum } = window as { ethereum?: EIP1193Provider }
  return typeof ethereum?.request === 'function' ? ethereum : undefined
}

/** The wallet in `window.ethereum`, unless it also announced itself. */
const legacyWallet = (): OfferedWallet[] => {
  const ethereum = readLegacy()
  if (ethereum === undefined || announcedWallets().some(({ provider }) => provider === ethereum)) return []
  const id = WALLET_IDS.legacy
  return [{ key: id, id, name: '', kind: 'legacy', provider: () => Promise.resolve(ethereum) }]
}

/** Key of the account that a demo network with history offers. */
const lentKey = async (): Promise<Hex> => {
  const { history } = await callApi('network')
  if (history === null) throw new Error('this network has no account to lend')
  return history.memberKey as Hex
}

/** This browser's own account, and the demo network's. */
const localWallets = (config: Config): OfferedWallet[] => {
  if (!__LOCAL_CHAIN__) return []
  const walletOf = (kind: 'burner' | 'member', readKey: () => Promise<{ key?: Hex }>): OfferedWallet => ({
    key: kind,
    id: kind,
    name: '',
    kind,
    provider: async () => {
      const { createBurnerProvider } = await import('../burner/burner-provider.ts')
      return createBurnerProvider(config, { id: kind, ...(await readKey()) })
    },
  })
  return [walletOf('burner', async () => ({})), walletOf('member', async () => ({ key: await lentKey() }))]
}

const walletConnect = (config: Config): OfferedWallet[] => {
  const projectId = config.walletConnectProjectId
  if (!__WALLETCONNECT__ || projectId === null) return []
  return [
    {
      key: WALLET_IDS.walletConnect,
      id: WALLET_IDS.walletConnect,
      name: 'WalletConnect',
      kind: 'walletconnect',
      provider: async () =>
        (await import('./walletconnect.ts')).createWalletConnectProvider({ config, projectId }),
    },
  ]
}

const listOffers = (config: Config): readonly OfferedWallet[] => [
  ...announcedWallets().map(offerAnnounced),
  ...legacyWallet(),
  ...walletConnect(config),
  ...localWallets(config),
]

const offers = createStore<readonly OfferedWallet[]>([])
export const useOfferedWallets = offers.useValue

/** Calls `onChange` when `window.ethereum` becomes another wallet. */
const watchLegacy = (onChange: () => void): (() => void) => {
  let seen = readLegacy()
  const look = (): void => {
    const now = readLegacy()
    if (now === seen) return
    seen = now
    onChange()
  }
  const timer = setInterval(look, LOOK_MS)
  window.addEventListener('ethereum#initialized', look)
  return () => {
    clearInterval(timer)
    window.removeEventListener('ethereum#initialized', look)
  }
}

/** Watches the wallets that this browser offers, as they announce themselves or appear. */
export const watchOfferedWallets = (config: Config): (() => void) => {
  const update = (): void => offers.set(listOffers(config))
  update()
  const stops = [subscribeAnnounced(update), watchLegacy(update)]
  requestAnnouncements()
  return () => {
    for (const stop of stops) stop()
  }
}

/** Calls `onWallet` with the id of each wallet that appears from now on. */
export const watchAppearing = (onWallet: (id: string) => void): (() => void) => {
  const stops = [
    subscribeAnnounced((wallet) => onWallet(idOf(wallet))),
    watchLegacy(() => onWallet(WALLET_IDS.legacy)),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}

/** Whether `id` is the wallet stored as `kept`: version 1.0.6 stored only the rdns. */
export const isSameWallet = (id: string, kept: string): boolean => id === kept || rdnsOf(id) === kept

const knowsAccount = async (wallet: OfferedWallet, address: Address): Promise<boolean> => {
  const accounts = await (await wallet.provider()).request({ method: 'eth_accounts' })
  return accountsOf(accounts).includes(address)
}

/** Finds the wallet with the account among several with the same rdns and name; empty if unknown. */
const findByAccount = async (
  twins: readonly OfferedWallet[],
  address: Address | null,
): Promise<OfferedWallet | undefined> => {
  if (address === null) return undefined
  const silence = new Promise<boolean>((resolve) => setTimeout(() => resolve(false), ANNOUNCE_WAIT_MS))
  const known = await Promise.all(
    twins.map((twin) => Promise.race([knowsAccount(twin, address).catch(() => false), silence])),
  )
  return twins.find((_, index) => known[index])
}

/** Matches a wallet that was stored as `window.ethereum` and now announces itself. */
const legacyAnnounced = (config: Config, kept: string): OfferedWallet[] => {
  const index = announcedWallets().findIndex(({ provider }) => provider === readLegacy())
  const offer = kept === WALLET_IDS.legacy ? listOffers(config)[index] : undefined
  return offer === undefined ? [] : [offer]
}

/** The last connected wallet with `address`; waits briefly for its announcement. */
export const findOfferedWallet = async (
  config: Config,
  { kept, address }: { readonly kept: string; readonly address: Address | null },
): Promise<OfferedWallet | undefined> => {
  const find = (isIt: (id: string) => boolean) => listOffers(config).filter(({ id }) => isIt(id))
  const exact = (): OfferedWallet[] => find((id) => isSameWallet(id, kept))
  if (exact().length === 0) requestAnnouncements()
  const deadline = deviceNow() + ANNOUNCE_WAIT_MS
  while (exact().length === 0 && deviceNow() < deadline)
    await new Promise((resolve) => setTimeout(resolve, 50))
  // An update may have renamed the wallet, or added its announcement.
  const found = [exact(), find((id) => rdnsOf(id) === rdnsOf(kept)), legacyAnnounced(config, kept)].find(
    (some) => some.length > 0,
  )
  if (found === undefined || found.length < 2) return found?.[0]
  return findByAccount(found, address)
}
