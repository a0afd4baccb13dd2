import { createClient, custom } from 'viem'
import { foundry } from 'viem/chains'
import { expect, it } from 'vitest'
import { askToSend } from './send-call.ts'

const account = `0x${'ab'.repeat(20)}` as const
const call = { to: `0x${'cd'.repeat(20)}`, data: '0x1234' } as const
const hash = `0x${'c1'.repeat(32)}`

/** A wallet's client as the app makes it, with its recorded requests. */
const walletThat = (answer: () => unknown) => {
  const asked: { readonly method: string; readonly params?: unknown }[] = []
  const request = async (question: (typeof asked)[number]) => {
    asked.push(question)
    return answer()
  }
  const client = createClient({ account, chain: foundry, transport: custom({ request }, { retryCount: 0 }) })
  return { client, asked }
}

it.each([-32_000, -32_601, -32_602, -32_004, -32_603, 4001, 4100, 4200, 4900])(
  'an error %s is thrown: the wallet is asked once, by one method',
  async (code) => {
    const { client, asked } = walletThat(() => {
      throw Object.assign(new Error('no'), { code })
    })
    await expect(askToSend(client, call)).rejects.toThrow()
    expect(asked.map(({ method }) => method)).toEqual(['eth_sendTransaction'])
  },
)

it('asks with the gas and the nonce it is given; the hash is in lower case', async () => {
  const { client, asked } = walletThat(() => `0x${'C1'.repeat(32)}`)
  expect(await askToSend(client, call, { gas: 90n, nonce: 7 })).toBe(hash)
  expect(asked).toEqual([
    { method: 'eth_sendTransaction', params: [{ from: account, ...call, gas: '0x5a', nonce: '0x7' }] },
  ])
})

it.each([null, '0x1234', { hash }, undefined])('an answer that is no hash is none: %j', async (answer) => {
  await expect(askToSend(walletThat(() => answer).client, call)).rejects.toThrow('no hash')
})
