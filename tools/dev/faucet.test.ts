import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { drgvAbi } from '@dr/contracts/abi/drgv'
import { AppError } from '@dr/server/platform/app-error'
import { freePort, testWallet } from '@dr/test-kit'
import { createPublicClient, http } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startBlocks } from './chain/clock.ts'
import { ensureKeys, LOCAL_ROLES, type LocalKeys } from './deployment/keys.ts'
import { createFaucet, GRANT } from './faucet.ts'
import { type PreparedChain, prepareChain } from './prepare-chain.ts'

describe('the faucet, on the local chain with everything deployed', () => {
  let directory: string
  let keys: LocalKeys
  let prepared: PreparedChain

  beforeAll(async () => {
    directory = mkdtempSync(join(tmpdir(), 'dr-faucet-'))
    keys = await ensureKeys(join(directory, 'secrets'))
    const chainPort = await freePort()
    const settings = {
      port: 1,
      chainPort,
      dataDirectory: directory,
      databaseUrl: undefined,
      reset: undefined,
      empty: true,
    }
    prepared = await prepareChain(settings, keys)
  })
  afterAll(async () => {
    await prepared.chain.stop()
    rmSync(directory, { recursive: true, force: true })
  })

  const open = () =>
    createFaucet({
      url: prepared.chain.url,
      key: keys.faucet,
      contracts: prepared.record.contracts,
    })

  test('gives to many at once, each in full, and not again at once', { timeout: 60_000 }, async () => {
    const faucet = await open()
    const client = createPublicClient({ transport: http(prepared.chain.url) })
    const addresses = Array.from({ length: 5 }, (_, index) => testWallet(`asks the faucet ${index}`).address)
    await Promise.all(addresses.map((address) => faucet.give(address)))
    const { USDT, DRGV } = prepared.record.contracts
    for (const address of addresses) {
      const balanceOf = { abi: drgvAbi, functionName: 'balanceOf', args: [address] } as const
      expect(await client.getBalance({ address })).toBe(GRANT.BNB)
      expect(await client.readContract({ address: USDT, ...balanceOf })).toBe(GRANT.USDT)
      expect(await client.readContract({ address: DRGV, ...balanceOf })).toBe(GRANT.DRGV)
    }
    const [first] = addresses
    const again = Promise.resolve().then(() => faucet.give(first ?? '0x'))
    await expect(again).rejects.toThrow(AppError)
    await expect(again).rejects.toMatchObject({ code: 30003 })
  })

  test('gives nothing away on any other chain', async () => {
    const { rpc } = prepared.chain
    await rpc('anvil_setChainId', [56])
    try {
      await expect(open()).rejects.toThrow('chain 56')
    } finally {
      await rpc('anvil_setChainId', [31_337])
      await startBlocks(rpc)
    }
  })

  test('its key and the others are for their owner alone, and stay the same', async () => {
    const secrets = join(directory, 'secrets')
    expect(statSync(secrets).mode & 0o777).toBe(0o700)
    for (const role of LOCAL_ROLES) expect(statSync(join(secrets, role)).mode & 0o777).toBe(0o600)
    expect(new Set(Object.values(keys)).size).toBe(LOCAL_ROLES.length)
    expect(await ensureKeys(secrets)).toEqual(keys)
  })
})
