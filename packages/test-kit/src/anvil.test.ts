import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { startAnvil } from './anvil.ts'

test('finalized is two blocks behind latest, on chain id 31337', async () => {
  const { client, mine, stop } = await startAnvil()
  await mine(7)
  const [latest, finalized] = await Promise.all([
    client.getBlock({ blockTag: 'latest' }),
    client.getBlock({ blockTag: 'finalized' }),
  ])
  expect(latest.number).toBe(7n)
  expect(finalized.number).toBe(5n)
  expect(await client.getChainId()).toBe(31_337)
  await stop()
})

test('stopped as by Ctrl-C, the chain goes on from its state: same blocks, same hashes', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'dr-anvil-'))
  const statePath = join(directory, 'chain.json')
  const first = await startAnvil({ statePath })
  await first.client.setBalance({ address: '0x000000000000000000000000000000000000dEaD', value: 7n })
  await first.mine(6)
  const before = await first.client.getBlock({ blockNumber: 4n })
  await first.stop()
  const second = await startAnvil({ statePath })
  expect(await second.client.getBlockNumber()).toBe(6n)
  expect((await second.client.getBlock({ blockNumber: 4n })).hash).toBe(before.hash)
  expect(await second.client.getBalance({ address: '0x000000000000000000000000000000000000dEaD' })).toBe(7n)
  await second.mine()
  expect((await second.client.getBlock({ blockTag: 'finalized' })).number).toBe(5n)
  await second.kill()
  rmSync(directory, { recursive: true })
})

test('killed, it is gone', async () => {
  const { client, kill } = await startAnvil({ blockTimeSeconds: 1 })
  await kill()
  await expect(client.getBlockNumber()).rejects.toThrow()
})
