import type { Address, EIP1193Provider } from 'viem'
import { type Config, loadConfig } from '../../api/config.ts'
import { deviceNow } from '../../ui/clock.ts'
// Its stored configuration serves when the server does not answer.
import '../../api/kept/kept-machines.ts'
import { getSession, walletAddress } from '../../api/session/session.ts'
import { endSession } from '../../api/session/session-end.ts'
import { readStored, STORAGE_KEYS, writeStored } from '../../lib/storage.ts'
import { listen, reportsChanges } from './listen.ts'
import { findOfferedWallet, isSameWallet, watchAppearing } from './offered-wallets.ts'
import type { OfferedWallet } from './provider.ts'
import { followStoredWallet, forgetWallet, getWallet, publishWallet, setWalletAway } from './wallet.ts'
import { accountsOf, chainIdOf } from './wallet-answers.ts'

interface Connection {
  readonly provider: EIP1193Provider
  readonly wallet: OfferedWallet
  readonly config: Config
  readonly detach: () => void
  /** Last value from the wallet. */
  chainId: number
}
let connection: Connection | null = null
/**
 * Number of connections and disconnections, here or in another tab. Work begun before the last one is
 * dropped.
 */
let choices = 0
/**
 * The chain that the app asked the wallet to switch to, until it does: this change ends no session. Some
 * wallets answer before they have switched.
 */
let askedChainId: number | null = null
/** Milliseconds that a confirmed switch may take. */
const SWITCH_WITHIN_MS = 5_000
const LOOK_MS = 250
/** Polling interval for a wallet without events. */
const RESYNC_MS = 3_000

/** Reads the chain id; an invalid one counts as another network. */
const readChainId = async (provider: EIP1193Provider): Promise<number> =>
  chainIdOf(await provider.request({ method: 'eth_chainId' })) ?? 0

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

/** Handles a changed account: state of the previous one is removed (requirement §4). */
const onAccounts = (accounts: unknown): void => {
  const [next] = accountsOf(accounts)
  // Only an empty list or valid accounts count.
  if (next === undefined && !(Array.isArray(accounts) && accounts.length === 0)) return
  const { address } = getWallet()
  if (connection === null || next === address) return
  if (next === undefined) {
    disconnectWallet()
    endSession('account-changed')
  } else {
    publish(connection, next, connection.chainId)
    // The same account was unlocked again: nothing has changed.
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

/**
 * Reads the account and chain again when the page becomes visible: wallets' own browsers do not always
 * report changes.
 */
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
 * An extension's `disconnect` only means that its node is silent, and is ignored; WalletConnect's means
 * that the pairing has ended.
 */
const attach = (provider: EIP1193Provider, kind: OfferedWallet['kind']): (() => void) => {
  const chainChanged = (said: unknown): void => {
    const chainId = chainIdOf(said)
    if (chainId !== null) onChain(chainId)
  }
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
  const [address] = accountsOf(await provider.request({ method }))
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

/** Requests the wallet's accounts; false if there are none. Rejections are rethrown. */
export const connectWallet = async (wallet: OfferedWallet): Promise<boolean> => {
  choices += 1
  let connected = false
  try {
    connected = await establish(wallet, 'eth_requestAccounts', () => true)
  } finally {
    // A launch that gave way to this attempt ends with it too.
    if (!connected && getWallet().status === 'connecting') setWalletAway()
  }
  return connected
}

let launching: Promise<void> | null = null

/** Reconnects the last wallet without asking the user (requirement §4: "address read on launch"). */
export const reconnectWallet = (): Promise<void> => {
  if (launching !== null) return launching
  const launch = tryReconnect().finally(() => {
    if (launching === launch) launching = null
  })
  launching = launch
  return launch
}

/** If the wallet is locked or slow the session continues for reading. */
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

/** Reconnects a wallet that announces itself after the launch has stopped waiting, as on a busy phone. */
export const followAnnouncements = (): (() => void) =>
  watchAppearing((id) => {
    const kept = readStored(STORAGE_KEYS.walletId)
    if (getWallet().status !== 'none' || kept === null || !isSameWallet(id, kept)) return
    void reconnectWallet().catch(() => undefined) // asked again at the next step anyway
  })

/** Follows connection and disconnection in another tab. */
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
  // Otherwise the same phone would be reconnected without asking, and no other could be.
  if (left?.wallet.kind === 'walletconnect') void endPairing(left.provider)
}

const endPairing = async (provider: EIP1193Provider): Promise<void> => {
  try {
    await provider.request({ method: 'wallet_revokePermissions', params: [{ eth_accounts: {} }] })
  } catch {
    // The relay cannot be reached: the phone shows the session until it expires; this page has removed it.
  }
}

/** Provider and address, checked with the wallet; null if it is no longer the connected one. */
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
  return accountsOf(accounts)[0] === address ? { provider, address, chainId } : null
}

/**
 * Asks the wallet with `ask` to use the chain, and waits until it does. False if it has not switched some
 * seconds after its answer; errors are rethrown.
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
