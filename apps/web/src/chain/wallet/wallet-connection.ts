import type { Address, EIP1193Provider } from 'viem'
import { type Config, loadConfig } from '../../api/config.ts'
import { deviceNow } from '../../ui/clock.ts'
// Its configuration serves when the server does not answer.
import '../../api/kept/kept-machines.ts'
import { getSession, walletAddress } from '../../api/session/session.ts'
import { endSession } from '../../api/session/session-end.ts'
import { readStored, STORAGE_KEYS, writeStored } from '../../lib/storage.ts'
import { listen, reportsChanges } from './listen.ts'
import { findOfferedWallet, isSameWallet, watchAppearing } from './offered-wallets.ts'
import type { OfferedWallet } from './provider.ts'
import { followStoredWallet, forgetWallet, getWallet, publishWallet, setWalletAway } from './wallet.ts'

interface Connection {
  readonly provider: EIP1193Provider
  readonly wallet: OfferedWallet
  readonly config: Config
  readonly detach: () => void
  /** As the wallet said it last. */
  chainId: number
}
let connection: Connection | null = null
/** How often a wallet was chosen or left, here or in another tab. What was begun before gives way. */
let choices = 0
/**
 * The chain that we asked the wallet to use, until it does: that change is ours, and ends no session. Some
 * wallets answer before they have switched.
 */
let askedChainId: number | null = null
/** How long a switch that was answered may take. */
const SWITCH_WITHIN_MS = 5_000
const LOOK_MS = 250
/** How often a wallet is asked that does not report what changes in it. */
const RESYNC_MS = 3_000

const lower = (account: string | undefined): Address | undefined =>
  account?.toLowerCase() as Address | undefined
const readChainId = async (provider: EIP1193Provider): Promise<number> =>
  Number(await provider.request({ method: 'eth_chainId' }))

const publish = ({ wallet, config }: Connection, address: Address, chainId: number): void => {
  publishWallet({
    status: 'connected',
    address,
    chainId,
    wrongNetwork: chainId !== config.chain.chainId,
    name: wallet.name,
    kind: wallet.kind,
  })
}

/** Another account, or none: whatever belonged to the one before goes (requirement §4). */
const onAccounts = (accounts: readonly string[]): void => {
  const next = lower(accounts[0])
  const { address } = getWallet()
  if (connection === null || next === address) return
  if (next === undefined) {
    disconnectWallet()
    endSession('account-changed')
  } else {
    publish(connection, next, connection.chainId)
    // Unlocked again, and still the same: nothing has changed.
    if (address !== undefined || isStranger(next)) endSession('account-changed')
  }
}

const isStranger = (address: Address): boolean => {
  const session = getSession()
  return session.status === 'signed-in' && session.address !== address
}

const onChain = (chainId: number): void => {
  const { address } = getWallet()
  const isOurs = chainId === askedChainId
  if (isOurs) askedChainId = null
  if (connection === null || chainId === connection.chainId) return
  connection.chainId = chainId
  if (address === undefined) return
  publish(connection, address, chainId)
  if (!isOurs) endSession('chain-changed')
}

/** Wallets' own browsers do not always report a change: it is read again when the page is visible again. */
const resyncWallet = async (): Promise<void> => {
  if (connection === null || document.visibilityState !== 'visible') return
  const { provider } = connection
  const [accounts, chainId] = await Promise.all([
    provider.request({ method: 'eth_accounts' }),
    readChainId(provider),
  ])
  onAccounts(accounts)
  onChain(chainId)
}

/**
 * An extension's own `disconnect` only says that its node is silent, which ends nothing here; WalletConnect's
 * says that the pairing is over.
 */
const attach = (provider: EIP1193Provider, kind: OfferedWallet['kind']): (() => void) => {
  const chainChanged = (chainId: string): void => onChain(Number(chainId))
  const disconnected = (): void => onAccounts([])
  const visible = (): void => void resyncWallet().catch(() => undefined) // asked again at the next step anyway
  const stops = [
    listen(provider, 'accountsChanged', onAccounts),
    listen(provider, 'chainChanged', chainChanged),
    ...(kind === 'walletconnect' ? [listen(provider, 'disconnect', disconnected)] : []),
  ]
  const timer = reportsChanges(provider) ? undefined : setInterval(visible, RESYNC_MS)
  document.addEventListener('visibilitychange', visible)
  return () => {
    for (const stop of stops) stop()
    clearInterval(timer)
    document.removeEventListener('visibilitychange', visible)
  }
}

const establish = async (
  wallet: OfferedWallet,
  method: 'eth_requestAccounts' | 'eth_accounts',
  isWanted: () => boolean,
): Promise<boolean> => {
  const [config, provider] = await Promise.all([loadConfig(), wallet.provider()])
  const address = lower((await provider.request({ method }))[0])
  const chainId = await readChainId(provider)
  if (!isWanted()) return false
  connection?.detach()
  askedChainId = null
  connection = { provider, wallet, config, chainId, detach: attach(provider, wallet.kind) }
  if (address === undefined) return false
  writeStored(STORAGE_KEYS.walletId, wallet.id)
  publish(connection, address, chainId)
  if (isStranger(address)) endSession('account-changed')
  return true
}

/** Asks the wallet for its accounts; false when it has none to show. Rejections are thrown as they come. */
export const connectWallet = async (wallet: OfferedWallet): Promise<boolean> => {
  choices += 1
  let connected = false
  try {
    connected = await establish(wallet, 'eth_requestAccounts', () => true)
  } finally {
    // A launch that gave way to this ends with it too.
    if (!connected && getWallet().status === 'connecting') setWalletAway()
  }
  return connected
}

let launching: Promise<void> | null = null

/**
 * Finds the wallet of the last time again, without asking the user (requirement §4: "address read on
 * launch").
 */
export const reconnectWallet = (): Promise<void> => {
  if (launching !== null) return launching
  const launch = tryReconnect().finally(() => {
    if (launching === launch) launching = null
  })
  launching = launch
  return launch
}

/** Locked, or its extension is slow: the session goes on for reading, and it is asked when it is needed. */
const tryReconnect = async (): Promise<void> => {
  const id = readStored(STORAGE_KEYS.walletId)
  if (getWallet().status === 'connected' || id === null) return
  const begun = choices
  const isWanted = (): boolean => choices === begun
  let connected = false
  try {
    const wallet = await findOfferedWallet(await loadConfig(), { kept: id, address: walletAddress() })
    connected = wallet !== undefined && (await establish(wallet, 'eth_accounts', isWanted))
  } finally {
    if (!connected && isWanted()) setWalletAway()
  }
}

/** A wallet that announces itself only after the launch gave up waiting (a busy phone) is found then. */
export const followAnnouncements = (): (() => void) =>
  watchAppearing((id) => {
    const kept = readStored(STORAGE_KEYS.walletId)
    if (getWallet().status !== 'none' || kept === null || !isSameWallet(id, kept)) return
    void reconnectWallet().catch(() => undefined) // asked again at the next step anyway
  })

/** A second tab follows the first: it connects with it, and disconnects with it. */
export const followWalletOfOtherTabs = (): (() => void) => {
  const onStorage = ({ key, newValue }: StorageEvent): void => {
    if (key !== STORAGE_KEYS.walletId) return
    choices += 1
    launching = null
    connection?.detach()
    connection = null
    followStoredWallet()
    if (newValue !== null) void reconnectWallet().catch(() => undefined) // asked again at the next step anyway
  }
  addEventListener('storage', onStorage)
  return () => removeEventListener('storage', onStorage)
}

export const disconnectWallet = (): void => {
  choices += 1
  const left = connection
  left?.detach()
  connection = null
  forgetWallet()
  // The pairing ends with it: else the same phone would be connected again unasked, and never another one.
  if (left?.wallet.kind === 'walletconnect') void endPairing(left.provider)
}

const endPairing = async (provider: EIP1193Provider): Promise<void> => {
  try {
    await provider.request({ method: 'wallet_revokePermissions', params: [{ eth_accounts: {} }] })
  } catch {
    // No relay to be reached: the phone sees the session until it expires, and this page has forgotten it.
  }
}

/** Provider and address, checked with the wallet just now; null when it is no longer the one on screen. */
export const currentWallet = async (): Promise<{
  provider: EIP1193Provider
  address: Address
  chainId: number
} | null> => {
  if (getWallet().status !== 'connected') await reconnectWallet()
  const { address } = getWallet()
  if (connection === null || address === undefined) return null
  const { provider } = connection
  const [accounts, chainId] = await Promise.all([
    provider.request({ method: 'eth_accounts' }),
    readChainId(provider),
  ])
  onAccounts(accounts)
  onChain(chainId)
  return lower(accounts[0]) === address ? { provider, address, chainId } : null
}

/**
 * Asks the wallet by `ask` to use the chain, and waits until it does. False when it has not switched some
 * seconds after its answer; what it throws is thrown as it comes.
 */
export const changeChain = async (
  chainId: number,
  ask: (provider: EIP1193Provider) => Promise<unknown>,
): Promise<boolean> => {
  if (connection === null) throw new TypeError('no wallet is connected')
  const { provider } = connection
  askedChainId = chainId
  try {
    await ask(provider)
  } catch (error) {
    askedChainId = null
    throw error
  }
  const deadline = deviceNow() + SWITCH_WITHIN_MS
  let now = await readChainId(provider)
  while (now !== chainId && deviceNow() < deadline) {
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS))
    now = await readChainId(provider)
  }
  onChain(now)
  return now === chainId
}
