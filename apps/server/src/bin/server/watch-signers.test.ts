import { setImmediate as turn } from 'node:timers/promises'
import type { PublicClient } from 'viem'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import type { ServerConfig } from '../../platform/config/config.ts'
import { type LowerHex, lowerHex } from '../../platform/hex.ts'
import { createLogger } from '../../platform/logger.ts'
import { createRegistry } from '../../platform/metrics.ts'
import { watchSigners } from './watch-signers.ts'

const MINUTE_MS = 60_000
const addressOf = (digit: string): LowerHex => lowerHex(`0x${digit.repeat(40)}`)
const [OWN, STRANGER] = [addressOf('a'), addressOf('b')]
const contracts = {
  DigitalRights: addressOf('1'),
  Exchange: addressOf('2'),
  withdrawalVaults: [addressOf('3'), addressOf('4')],
} as unknown as ServerConfig['contracts']

beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }))
afterEach(() => void vi.useRealTimers())

const open = (api: ServerConfig['keys']['api']) => {
  /** Signer by contract address; an error if it could not be asked. */
  const named = new Map<string, LowerHex | Error>()
  const readContract = async ({ address }: { address: string }) => {
    const signer = named.get(address) ?? OWN
    if (signer instanceof Error) throw signer
    return signer
  }
  const said: Record<string, unknown>[] = []
  const registry = createRegistry()
  const { stop } = watchSigners(
    { contracts, keys: { api, worker: undefined } },
    {
      client: { readContract } as unknown as PublicClient,
      addresses: async () => [OWN],
      logger: createLogger('info', { write: (line) => void said.push(JSON.parse(line)) }),
      registry,
    },
  )
  onTestFinished(stop)
  return {
    named,
    said,
    minute: async () => {
      vi.advanceTimersByTime(MINUTE_MS)
      for (let at = 0; at < 10; at += 1) await turn()
    },
    shown: async () =>
      (await registry.getMetricsAsJSON())
        .find(({ name }) => name === 'signer_named')
        ?.values.map(({ labels, value }) => `${labels.contract}: ${value}`),
  }
}

test.each([
  ['SECRETS_DIR/signer', { signers: [] }],
  ['SIGNER_URL', { signers: [], process: { socket: '/run/digital-rights/signer.sock' } }],
] as const)('%s: contracts that name another signer are one line, once', async (setting, api) => {
  const { named, said, minute, shown } = open(api)
  for (const address of [contracts.DigitalRights, ...contracts.withdrawalVaults]) named.set(address, STRANGER)
  await minute()
  await minute()
  expect(said).toMatchObject([
    {
      level: 'error',
      msg: `${setting}: contracts name another signer`,
      contracts: { DigitalRights: STRANGER, 'WithdrawalVault 0': STRANGER, 'WithdrawalVault 1': STRANGER },
      own: [OWN],
    },
  ])
  expect(await shown()).toEqual([
    'DigitalRights: 0',
    'Exchange: 1',
    'WithdrawalVault 0: 0',
    'WithdrawalVault 1: 0',
  ])
})

test('one more contract is another line; one that is put right and wrong again, too', async () => {
  const { named, said, minute } = open({ signers: [] })
  named.set(contracts.Exchange, STRANGER)
  await minute()
  named.set(contracts.DigitalRights, STRANGER)
  await minute()
  named.clear()
  await minute()
  named.set(contracts.Exchange, STRANGER)
  await minute()
  expect(said.map((line) => line.contracts)).toEqual([
    { Exchange: STRANGER },
    { Exchange: STRANGER, DigitalRights: STRANGER },
    { Exchange: STRANGER },
  ])
})

test('of a contract that cannot be asked the last answer is kept; all of them are one line', async () => {
  const { named, said, minute, shown } = open({ signers: [] })
  named.set(contracts.Exchange, STRANGER)
  await minute()
  const before = await shown()
  for (const address of [contracts.Exchange, contracts.DigitalRights]) named.set(address, new Error('away'))
  await minute()
  expect(await shown()).toEqual(before)
  expect(said.slice(1)).toMatchObject([
    {
      level: 'warn',
      msg: 'their signers could not be read',
      contracts: ['DigitalRights', 'Exchange'],
      err: { message: 'away' },
    },
  ])
})
