import type { EIP1193Provider } from 'viem'
import { expect, it, vi } from 'vitest'
import { address, checksummed, entries, offer, provider, stubWalletPage } from './test-wallet-page.ts'

stubWalletPage()

it('has the wallet’s account in lower case, however the wallet writes it', async () => {
  const { connectWallet, currentWallet } = await import('./wallet-connection.ts')
  const { getWallet } = await import('./wallet.ts')
  const wallet = {
    key: 'test',
    id: 'test',
    name: '',
    kind: 'legacy',
    provider: async () => provider,
  } as const
  expect(await connectWallet(wallet)).toBe(true)
  expect(getWallet()).toMatchObject({ status: 'connected', address })
  expect(entries.get('address')).toBe(address)
  expect(await currentWallet()).toMatchObject({ address })
})

/** Announces a wallet by EIP-6963. */
const announce = (rdns: string, of = provider, uuid = rdns) =>
  window.dispatchEvent(
    Object.assign(new Event('eip6963:announceProvider'), {
      detail: { info: { uuid, rdns, name: rdns, icon: 'data:,' }, provider: of },
    }),
  )
/** Waits longer than a launch waits for an announcement. */
const patience = () => new Promise((resolve) => setTimeout(resolve, 400))

/** Launches without finding the last wallet, and starts the later search for it. */
const launchWithout = async (id: string) => {
  entries.set('wallet', id)
  const { followAnnouncements, reconnectWallet } = await import('./wallet-connection.ts')
  const { getWallet } = await import('./wallet.ts')
  const stop = followAnnouncements()
  await reconnectWallet()
  expect(getWallet().status).toBe('none')
  return { getWallet, stop }
}

it('finds the wallet of the last time when it announces itself after the launch gave up', async () => {
  const { getWallet, stop } = await launchWithout('org.example.slow')
  announce('org.example.other')
  await patience()
  expect(getWallet().status).toBe('none')
  announce('org.example.slow')
  await expect.poll(() => getWallet()).toMatchObject({ status: 'connected', address })
  stop()
})

it('finds one of old when it is there', async () => {
  const { getWallet, stop } = await launchWithout('injected')
  Object.assign(window, { ethereum: provider })
  window.dispatchEvent(new Event('ethereum#initialized'))
  await expect.poll(() => getWallet()).toMatchObject({ status: 'connected', address })
  stop()
})

it('asks once a launch, though other wallets answer late and under a new name each time', async () => {
  entries.set('wallet', 'org.example.gone')
  const { followAnnouncements, reconnectWallet } = await import('./wallet-connection.ts')
  let requests = 0
  window.addEventListener('eip6963:requestProvider', () => {
    requests += 1
    setTimeout(() => announce('org.example.other', provider, `uuid ${requests}`), 350)
  })
  const stop = followAnnouncements()
  await reconnectWallet()
  expect(requests).toBe(1)
  await patience()
  await patience()
  expect(requests).toBe(1)
  stop()
})

const other = '0x3c44cdddb6a900fa2b585dd299e03d12fa4293bc'
/** A wallet that answers when `open` is called. */
const slowWallet = () => {
  let open = (): void => undefined
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  const request = async ({ method }: { method: string }) => {
    await opened
    return method === 'eth_chainId' ? '0x38' : [other]
  }
  return { open, provider: { ...provider, request } as unknown as EIP1193Provider }
}

it('the wallet that the user chose stays, whatever the one of the last time answers later', async () => {
  entries.set('wallet', 'org.example.slow')
  const { connectWallet, reconnectWallet } = await import('./wallet-connection.ts')
  const { getWallet } = await import('./wallet.ts')
  const slow = slowWallet()
  announce('org.example.slow', slow.provider)
  const launch = reconnectWallet()
  const chosen = {
    key: 'chosen',
    id: 'org.example.chosen',
    name: '',
    kind: 'announced',
    provider: async () => provider,
  } as const
  expect(await connectWallet(chosen)).toBe(true)
  slow.open()
  await launch
  expect(getWallet()).toMatchObject({ status: 'connected', address })
  expect(entries.get('wallet')).toBe('org.example.chosen')
})

it('what another tab disconnected is not connected again by a launch that was begun before', async () => {
  entries.set('wallet', 'org.example.slow')
  const { followWalletOfOtherTabs, reconnectWallet } = await import('./wallet-connection.ts')
  const { getWallet } = await import('./wallet.ts')
  const stop = followWalletOfOtherTabs()
  const slow = slowWallet()
  announce('org.example.slow', slow.provider)
  const launch = reconnectWallet()
  entries.delete('wallet')
  dispatchEvent(Object.assign(new Event('storage'), { key: 'wallet', newValue: null }))
  slow.open()
  await launch
  expect(getWallet().status).toBe('none')
  expect(entries.has('wallet')).toBe(false)
  stop()
})

it.each([
  ['removeListener', { on: () => undefined }],
  ['on', {}],
])('connects and disconnects a wallet without %s', async (_, methods) => {
  const old = { request: provider.request, ...methods } as unknown as EIP1193Provider
  const { connectWallet, disconnectWallet } = await import('./wallet-connection.ts')
  const { getWallet } = await import('./wallet.ts')
  expect(await connectWallet(offer(old))).toBe(true)
  expect(getWallet().status).toBe('connected')
  disconnectWallet()
  expect(getWallet().status).toBe('none')
  expect(entries.has('wallet')).toBe(false)
})

it('what a wallet without removeListener says after it was left is not heard', async () => {
  const listeners = new Map<string, (value: never) => void>()
  const old = { request: provider.request, on: listeners.set.bind(listeners) } as unknown as EIP1193Provider
  const { connectWallet } = await import('./wallet-connection.ts')
  const { getWallet } = await import('./wallet.ts')
  await connectWallet(offer(old))
  await connectWallet({ ...offer(provider), id: 'other' })
  listeners.get('accountsChanged')?.([other] as never)
  expect(getWallet().address).toBe(address)
})

it('asks a wallet that reports nothing for its account from time to time', async () => {
  vi.useFakeTimers()
  let account = checksummed
  const request = async ({ method }: { method: string }) => (method === 'eth_chainId' ? '0x38' : [account])
  vi.stubGlobal(
    'document',
    Object.assign(new EventTarget(), { visibilityState: 'visible' }) as unknown as Document,
  )
  const { connectWallet } = await import('./wallet-connection.ts')
  const { getWallet } = await import('./wallet.ts')
  await connectWallet(offer({ request } as unknown as EIP1193Provider))
  account = other
  await vi.advanceTimersByTimeAsync(3_500)
  expect(getWallet().address).toBe(other)
  vi.useRealTimers()
})

it('takes a signature that a wallet gives without its prefix', async () => {
  const bytes = 'ab'.repeat(65)
  const request = async (question: { method: string }) =>
    question.method === 'personal_sign' ? bytes : provider.request(question as never)
  const { connectWallet } = await import('./wallet-connection.ts')
  const { walletFor } = await import('./wallet-client.ts')
  const { signMessage } = await import('viem/actions')
  await connectWallet(offer({ ...provider, request } as unknown as EIP1193Provider))
  const wallet = await walletFor(address as `0x${string}`)
  expect(await signMessage(wallet, { message: 'text' })).toBe(`0x${bytes}`)
})
