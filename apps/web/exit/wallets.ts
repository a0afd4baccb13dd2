/** Wallets in the page: announced by EIP-6963, or in `window.ethereum` alone. */
import { type Address, getAddress, type Hex, hexToNumber, isAddress, isHex, numberToHex } from 'viem'
import { ExitError } from './exit-error.ts'

interface Provider {
  request(input: { method: string; params?: readonly unknown[] }): Promise<unknown>
}

export interface Wallet {
  /** Null: `window.ethereum` of a wallet that did not announce itself. */
  readonly name: string | null
  readonly provider: Provider
}

/** EIP-1193. */
const USER_REJECTED = 4001
const NAME_MAX = 40

const announced: Wallet[] = []

const isProvider = (value: unknown): value is Provider => typeof Object(value).request === 'function'

/** Collects announcements from now on; `onChange` is called for each new wallet. */
export const collectWallets = (onChange: () => void): void => {
  window.addEventListener('eip6963:announceProvider', (event) => {
    const { info, provider } = Object((event as CustomEvent<unknown>).detail) as Record<string, unknown>
    const name = (Object(info) as { name?: unknown }).name
    if (!isProvider(provider) || announced.some((known) => known.provider === provider)) return
    announced.push({ name: typeof name === 'string' ? name.slice(0, NAME_MAX) : null, provider })
    onChange()
  })
  window.dispatchEvent(new Event('eip6963:requestProvider'))
}

export const knownWallets = (): readonly Wallet[] => {
  if (announced.length > 0) return announced
  const legacy = (window as { ethereum?: unknown }).ethereum
  return isProvider(legacy) ? [{ name: null, provider: legacy }] : []
}

/** Asks the wallet; a rejection by its user and other refusals become words. */
const ask = async (wallet: Wallet, method: string, params: readonly unknown[] = []): Promise<unknown> => {
  try {
    return await wallet.provider.request({ method, params })
  } catch (cause) {
    const { code, message } = Object(cause) as { code?: unknown; message?: unknown }
    if (code === USER_REJECTED) throw new ExitError({ key: 'error.rejected' }, cause)
    const said = typeof message === 'string' ? message : String(cause)
    throw new ExitError({ key: 'error.wallet', values: { said } }, cause)
  }
}

export const askAccount = async (wallet: Wallet): Promise<Address> => {
  const accounts = await ask(wallet, 'eth_requestAccounts')
  const first: unknown = Array.isArray(accounts) ? accounts[0] : undefined
  if (typeof first !== 'string' || !isAddress(first, { strict: false }))
    throw new ExitError({ key: 'error.noAccount' })
  return getAddress(first)
}

const chainOf = async (wallet: Wallet): Promise<number | null> => {
  const id = await ask(wallet, 'eth_chainId')
  return isHex(id) ? hexToNumber(id) : null
}

/** Asks to switch where the wallet is on another network, and reads it again: an answer alone is no proof. */
const requireChain = async (wallet: Wallet, chainId: number): Promise<void> => {
  if ((await chainOf(wallet)) === chainId) return
  const params = [{ chainId: numberToHex(chainId) }]
  try {
    await ask(wallet, 'wallet_switchEthereumChain', params)
  } catch (cause) {
    throw new ExitError({ key: 'error.walletChain', values: { chain: String(chainId) } }, cause)
  }
  if ((await chainOf(wallet)) !== chainId)
    throw new ExitError({ key: 'error.walletChain', values: { chain: String(chainId) } })
}

/** Sends `data` to `to` from `account` on `chainId`; returns the transaction's hash. */
export const sendByWallet = async (
  wallet: Wallet,
  { account, chainId, to, data }: { account: Address; chainId: number; to: Address; data: Hex },
): Promise<Hex> => {
  const chosen = await askAccount(wallet)
  if (chosen !== account) throw new ExitError({ key: 'error.walletAccount', values: { chosen, account } })
  await requireChain(wallet, chainId)
  const hash = await ask(wallet, 'eth_sendTransaction', [{ from: account, to, data }])
  if (!isHex(hash)) throw new ExitError({ key: 'error.noHash' })
  return hash
}
