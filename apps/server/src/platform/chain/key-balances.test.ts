import { startAnvil } from '@dr/test-kit'
import { createPublicClient, http, parseEther } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { expect, test } from 'vitest'
import { createLogger } from '../logger.ts'
import { createRegistry } from '../metrics.ts'
import { keyBalancesTick } from './key-balances.ts'

test('what each key has is shown in BNB; a chain that does not answer fails nothing and changes nothing', async () => {
  const anvil = await startAnvil()
  const keys = { keeper: generatePrivateKey(), drawer: generatePrivateKey() }
  const registry = createRegistry({ defaults: false })
  const said: string[] = []
  const tick = keyBalancesTick({
    keys,
    registry,
    client: createPublicClient({ transport: http(anvil.url, { retryCount: 0 }) }),
    logger: createLogger('warn', { write: (line) => void said.push(line) }),
  })
  const run = () => tick.run(new AbortController().signal)
  const shown = async () => {
    const values = (await registry.getSingleMetric('key_balance_bnb')?.get())?.values ?? []
    return Object.fromEntries(values.map(({ labels, value }) => [labels.key, value]))
  }
  try {
    const give = (key: keyof typeof keys, value: bigint) =>
      anvil.client.setBalance({ address: privateKeyToAccount(keys[key]).address, value })
    await give('keeper', parseEther('0.0499'))
    await run()
    expect(await shown()).toEqual({ keeper: 0.0499, drawer: 0 })
    await give('drawer', parseEther('2.5'))
    await run()
    expect(await shown()).toEqual({ keeper: 0.0499, drawer: 2.5 })
  } finally {
    await anvil.stop()
  }
  await run()
  expect(await shown()).toEqual({ keeper: 0.0499, drawer: 2.5 })
  expect(said.filter((line) => line.includes('could not be read'))).toHaveLength(2)
  expect(said.join()).not.toContain(keys.keeper.slice(2))
})
