import type { EIP1193Provider } from 'viem'
import { expect, it } from 'vitest'
import { CHAIN, checksummed, offer, stubWalletPage } from './test-wallet-page.ts'

stubWalletPage()

/** A wallet on Ethereum with the test's answers to the three network methods. */
const wrongNetworkWallet = (answer: (method: string, chain: { id: string }) => unknown) => {
  const chain = { id: '0x1' }
  const questions: string[] = []
  const params: unknown[] = []
  const listeners = new Map<string, (value: unknown) => void>()
  const request = async ({ method, params: given }: { method: string; params?: unknown }) => {
    if (method === 'eth_chainId') return chain.id
    if (!method.startsWith('wallet_')) return [checksummed]
    questions.push(method)
    params.push(given)
    return answer(method, chain)
  }
  const wallet = { request, on: listeners.set.bind(listeners), removeListener: () => undefined }
  return { wallet: wallet as unknown as EIP1193Provider, questions, params, chain, listeners }
}
const SWITCH = 'wallet_switchEthereumChain'
const ADD = 'wallet_addEthereumChain'
/** Connects the wallet; the answer switches its network. */
const connectTo = async (wallet: EIP1193Provider) => {
  const { connectWallet } = await import('./wallet-connection.ts')
  const { switchNetwork } = await import('./switch-network.ts')
  await connectWallet(offer(wallet))
  return switchNetwork
}

it('waits for a switch that takes effect after it was answered, and counts it as its own', async () => {
  const { wallet, chain, listeners } = wrongNetworkWallet(() => {
    setTimeout(() => {
      chain.id = '0x38'
      listeners.get('chainChanged')?.('0x38')
    }, 700)
    return null
  })
  const switchNetwork = await connectTo(wallet)
  const { getWallet } = await import('./wallet.ts')
  const sessionEnd = await import('../../api/session/session-end.ts')
  expect(getWallet().wrongNetwork).toBe(true)
  expect(await switchNetwork('switch')).toBe(true)
  expect(getWallet().wrongNetwork).toBe(false)
  expect(sessionEnd.hasSessionEndReason()).toBe(false)
})

it.each([
  ['without a code', 'User denied'],
  ['as an empty object', {}],
  ['as an internal error', { code: -32603, message: 'rejected' }],
])('a switch that is refused %s is followed by no second question', async (_, refusal) => {
  const { wallet, questions } = wrongNetworkWallet(() => Promise.reject(refusal))
  const switchNetwork = await connectTo(wallet)
  await expect(switchNetwork('switch')).rejects.toEqual(refusal)
  expect(questions).toEqual([SWITCH])
})

it.each([
  ['by its code', { code: 4902 }],
  ['inside another error', { code: -32603, data: { originalError: { code: 4902 } } }],
  ['as a question it does not know', { code: -32601 }],
])('a wallet that says it does not know the chain, %s, learns it at once', async (_, unknown) => {
  const { wallet, questions, params } = wrongNetworkWallet((method, chain) => {
    if (method === SWITCH) throw unknown
    chain.id = '0x38'
    return null
  })
  const switchNetwork = await connectTo(wallet)
  expect(await switchNetwork('switch')).toBe(true)
  expect(questions).toEqual([SWITCH, ADD])
  expect(params.at(-1)).toEqual([
    {
      chainId: '0x38',
      chainName: CHAIN.name,
      rpcUrls: CHAIN.rpcUrls,
      blockExplorerUrls: [CHAIN.explorerUrl],
      nativeCurrency: CHAIN.nativeCurrency,
    },
  ])
})

it('adds the chain first when the user says so, and asks for the switch where it did not follow', async () => {
  const { wallet, questions } = wrongNetworkWallet((method, chain) => {
    if (method === SWITCH) chain.id = '0x38'
    return null
  })
  const switchNetwork = await connectTo(wallet)
  expect(await switchNetwork('add')).toBe(true)
  expect(questions).toEqual([ADD, SWITCH])
})
