/** Decisions of the signing process, with real keys, a real journal, and a clock that the test sets. */

import { appendFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { byToken, isPriced, SWAP_TOKENS } from '@dr/protocol/tokens'
import { VOUCHER_KINDS } from '@dr/protocol/vouchers'
import fc from 'fast-check'
import { generatePrivateKey } from 'viem/accounts'
import { describe, expect, onTestFinished, test } from 'vitest'
import { OFFLINE_DEPLOYMENT } from '../../../../test/app/offline-deployment.ts'
import { accountOf, sampleVoucher } from '../../../../test/modules/sample-vouchers.ts'
import { capsPerDay } from '../../../../test/servers/signer-process.ts'
import { deploymentSchema } from '../../../platform/config/config.ts'
import { parseSetting } from '../../../platform/config/config-values.ts'
import { type LowerHex, lowerHex } from '../../../platform/hex.ts'
import { createLogger } from '../../../platform/logger.ts'
import { serializeTypedData } from '../issue/typed-data.ts'
import { createFileSigner } from '../signing/file-signer.ts'
import { openJournal } from './journal.ts'
import { capsOfPolicy, policySchema } from './policy.rules.ts'
import { createPolicySigner } from './sign-by-policy.ts'

const NOON_MS = Date.UTC(2026, 10, 25, 12)
const EXAMPLE = new URL('../../../../../../deploy/signer/policy.example.json', import.meta.url)
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const ONE = 10n ** 18n
const keys = createFileSigner([generatePrivateKey()])
const [address = '0x'] = await keys.addresses()
const { contracts } = parseSetting(deploymentSchema, OFFLINE_DEPLOYMENT, 'the record')

const openFolder = () => {
  const root = mkdtempSync(join(tmpdir(), 'dr-signed-'))
  onTestFinished(() => rmSync(root, { recursive: true }))
  return join(root, 'signed')
}

/** Caps of 100 DR a day for withdrawals, and large ones for the rest. `start` starts the process. */
const prepare = ({ perSecond = 1_000, caps = {}, deadlines = true } = {}) => {
  const directory = openFolder()
  const clock = { ms: NOON_MS }
  const policy = {
    signaturesPerSecond: perSecond,
    capsPerDay: capsPerDay({ 'withdraw-dr': { DR: '100' }, ...caps }),
  }
  const lines: string[] = []
  const start = async () => {
    const journal = await openJournal(directory, () => clock.ms)
    const signer = await createPolicySigner({
      domain: { chainId: 97, contracts, deadlines },
      caps: capsOfPolicy(parseSetting(policySchema, policy, 'rules')),
      signaturesPerSecond: perSecond,
      keys,
      journal,
      now: () => clock.ms,
      logger: createLogger('info', { write: (line) => void lines.push(line) }),
    })
    const ask = async (typedData: unknown, by: LowerHex = address) => {
      const [answer] = await signer.sign([{ address: by, typedData }])
      return answer && 'signature' in answer ? 'signed' : answer?.refused
    }
    return { ...signer, ask, stop: journal.close, beat: journal.beat }
  }
  return { directory, clock, lines, start }
}

type Prepared = ReturnType<typeof prepare>
const withdrawal = ({ clock }: Prepared, amount: bigint, by: { account?: number; nonce?: bigint } = {}) =>
  serializeTypedData(
    sampleVoucher('withdraw-dr', {
      now: clock.ms / 1_000,
      fields: { amount: amount * ONE, account: accountOf(by.account ?? 1), nonce: by.nonce ?? 0n },
    }),
  )

describe('the signing process', () => {
  test('signs every kind on its own contract, and writes it down before it is handed out', async () => {
    const prepared = prepare()
    const { ask, stop } = await prepared.start()
    onTestFinished(stop)
    for (const kind of VOUCHER_KINDS) {
      expect(await ask(serializeTypedData(sampleVoucher(kind, { now: NOON_MS / 1_000 }))), kind).toBe(
        'signed',
      )
    }
    const [file = ''] = readdirSync(prepared.directory)
    expect(file).toBe('2026-11-25T12.jsonl')
    const written = readFileSync(join(prepared.directory, file), 'utf8').trim().split('\n')
    expect(written.map((line) => JSON.parse(line).kind)).toEqual(VOUCHER_KINDS)
    expect(prepared.lines).toHaveLength(VOUCHER_KINDS.length)
  })

  test('refuses another chain, another contract, another kind, other fields, and a bare digest', async () => {
    const prepared = prepare()
    const { ask, stop, caps } = await prepared.start()
    onTestFinished(stop)
    const now = NOON_MS / 1_000
    const good = serializeTypedData(sampleVoucher('withdraw-dr', { now }))
    const { domain, message } = good
    const of = (kind: (typeof VOUCHER_KINDS)[number], contract: string) =>
      serializeTypedData(sampleVoucher(kind, { now, contract: contract as LowerHex }))
    const swapInto = (token: LowerHex) =>
      serializeTypedData(sampleVoucher('swap-token', { now, fields: { outputTokenAddress: token } }))
    const refusals: readonly (readonly [unknown, string])[] = [
      [serializeTypedData(sampleVoucher('withdraw-dr', { now, chainId: 56 })), 'chain'],
      [of('withdraw-dr', `0x${'cc'.repeat(20)}`), 'contract'],
      [of('withdraw-dr', contracts.Exchange), 'contract'],
      [of('buy-machine', contracts.withdrawalVaults[0]), 'contract'],
      [of('swap-token', contracts.DigitalRights), 'contract'],
      [{ ...good, domain: { ...domain, name: 'Exchange' } }, 'contract'],
      [swapInto(contracts.DigitalRights), 'contract'],
      [{ ...good, domain: { ...domain, version: '2' } }, 'malformed'],
      [{ ...good, domain: { ...domain, salt: '0x00' } }, 'malformed'],
      [{ ...good, primaryType: 'Permit' }, 'kind'],
      [{ ...good, primaryType: 'toString' }, 'kind'],
      [{ ...good, primaryType: 'WithdrawUSDT' }, 'kind'],
      [{ ...good, types: { WithdrawDR: [] } }, 'kind'],
      [{ ...good, message: { ...message, amount: '-1' } }, 'message'],
      [{ ...good, message: { ...message, amount: '0x10' } }, 'message'],
      [{ ...good, message: { ...message, amount: String(2n ** 256n) } }, 'message'],
      [{ ...good, message: { ...message, account: '0x12' } }, 'message'],
      [{ ...good, message: { ...message, more: '1' } }, 'message'],
      [{ digest: lowerHex(`0x${'11'.repeat(32)}`) }, 'malformed'],
      [`0x${'11'.repeat(32)}`, 'malformed'],
      [null, 'malformed'],
      [{ primaryType: { toString: 1, valueOf: 1 } }, 'malformed'],
    ]
    for (const [typedData, reason] of refusals) {
      expect(await ask(typedData), JSON.stringify(typedData)).toBe(reason)
    }
    expect(await ask(good, accountOf(9))).toBe('key')
    expect(caps().every(({ used }) => used === 0n)).toBe(true)
    expect(readdirSync(prepared.directory)).toEqual(['seen.json'])
    expect(prepared.lines).toHaveLength(refusals.length + 1)
    expect(await ask(good)).toBe('signed')
  })

  test('whatever is sent as typed data, it answers, and goes on', async () => {
    const { ask, stop } = await prepare().start()
    onTestFinished(stop)
    const good = serializeTypedData(sampleVoucher('withdraw-dr', { now: NOON_MS / 1_000 }))
    const anything = fc.oneof(
      fc.jsonValue(),
      fc.record({ primaryType: fc.jsonValue(), domain: fc.jsonValue() }),
      fc.record({ message: fc.jsonValue() }).map((changed) => ({ ...good, ...changed })),
      fc
        .record({ primaryType: fc.jsonValue(), types: fc.jsonValue() })
        .map((changed) => ({ ...good, ...changed })),
    )
    await fc.assert(
      fc.asyncProperty(anything, async (typedData) => {
        expect(['kind', 'malformed', 'message', 'contract', 'rate']).toContain(await ask(typedData))
      }),
      { numRuns: 200 },
    )
  })

  test('refuses a deadline that is over, or further than the kind’s lifetime and a minute', async () => {
    const prepared = prepare()
    const { ask, stop } = await prepared.start()
    onTestFinished(stop)
    const now = NOON_MS / 1_000
    const until = (kind: 'swap-token' | 'withdraw-dr', seconds: number) =>
      serializeTypedData(sampleVoucher(kind, { now, fields: { deadline: BigInt(now + seconds) } }))
    expect(await ask(until('withdraw-dr', 660))).toBe('signed')
    expect(await ask(until('withdraw-dr', 661))).toBe('deadline')
    expect(await ask(until('withdraw-dr', 1))).toBe('signed')
    expect(await ask(until('withdraw-dr', 0))).toBe('deadline')
    expect(await ask(until('swap-token', 120))).toBe('signed')
    expect(await ask(until('swap-token', 121))).toBe('deadline')
    const local = prepare({ deadlines: false })
    const other = await local.start()
    onTestFinished(other.stop)
    expect(await other.ask(until('withdraw-dr', 86_400))).toBe('signed') // the local chain's time may jump
  })

  test('signs no more than the cap in any 24 hours, all accounts and vaults together', async () => {
    const prepared = prepare()
    const { ask, stop, caps } = await prepared.start()
    onTestFinished(stop)
    expect(await ask(withdrawal(prepared, 60n))).toBe('signed')
    expect(await ask(withdrawal(prepared, 41n, { account: 2 }))).toBe('cap')
    expect(await ask(withdrawal(prepared, 40n, { account: 2 }))).toBe('signed')
    expect(await ask(withdrawal(prepared, 1n, { account: 3 }))).toBe('cap')
    expect(caps().find(({ cap }) => cap === 'withdraw-dr DR')).toEqual({
      cap: 'withdraw-dr DR',
      used: 100n * ONE,
      limit: 100n * ONE,
    })
    prepared.clock.ms += DAY_MS
    expect(await ask(withdrawal(prepared, 1n, { account: 3 }))).toBe('cap')
    prepared.clock.ms += HOUR_MS
    expect(await ask(withdrawal(prepared, 100n, { account: 3 }))).toBe('signed')
  })

  test('counts vouchers of one nonce once, the largest, since one of them can be used; a replay is harmless', async () => {
    const prepared = prepare()
    const { ask, stop, caps } = await prepared.start()
    onTestFinished(stop)
    const used = () => caps().find(({ cap }) => cap === 'withdraw-dr DR')?.used
    const replayed = withdrawal(prepared, 60n)
    for (let time = 0; time < 5; time++) expect(await ask(replayed)).toBe('signed')
    expect(await ask(withdrawal(prepared, 20n))).toBe('signed')
    expect(used()).toBe(60n * ONE)
    expect(await ask(withdrawal(prepared, 70n))).toBe('signed')
    expect(used()).toBe(70n * ONE)
    expect(await ask(withdrawal(prepared, 70n, { nonce: 1n }))).toBe('cap')
    // The last use of the nonce determines how long it counts.
    prepared.clock.ms += 20 * HOUR_MS
    expect(await ask(withdrawal(prepared, 30n))).toBe('signed')
    prepared.clock.ms += 20 * HOUR_MS
    expect(await ask(withdrawal(prepared, 31n, { account: 2 }))).toBe('cap')
    prepared.clock.ms += DAY_MS
    expect(await ask(replayed)).toBe('deadline')
    expect(used()).toBe(0n)
  })

  test('signs no more a second than its rate, and as many again a second later', async () => {
    const prepared = prepare({ perSecond: 3 })
    const { ask, stop } = await prepared.start()
    onTestFinished(stop)
    const request = async () => ask(withdrawal(prepared, 1n))
    expect([await request(), await request(), await request(), await request()]).toEqual([
      'signed',
      'signed',
      'signed',
      'rate',
    ])
    prepared.clock.ms += 334
    expect([await request(), await request()]).toEqual(['signed', 'rate'])
    prepared.clock.ms += HOUR_MS
    const later = withdrawal(prepared, 1n)
    expect([await ask(later), await ask(later), await ask(later), await ask(later)].at(-1)).toBe('rate')
  })

  test('keeps the day’s sums over a restart, also after a crash in the middle of a line', async () => {
    const prepared = prepare()
    const first = await prepared.start()
    expect(await first.ask(withdrawal(prepared, 60n))).toBe('signed')
    prepared.clock.ms += 2 * HOUR_MS
    expect(await first.ask(withdrawal(prepared, 30n, { account: 2 }))).toBe('signed')
    await expect(prepared.start()).rejects.toThrow('another signing process')
    await first.stop()
    appendFileSync(join(prepared.directory, '2026-11-25T14.jsonl'), '{"at":"17')
    const second = await prepared.start()
    expect(await second.ask(withdrawal(prepared, 11n, { account: 3 }))).toBe('cap')
    expect(await second.ask(withdrawal(prepared, 10n, { account: 3 }))).toBe('signed')
    expect(await second.ask(withdrawal(prepared, 30n, { account: 2 }))).toBe('signed') // the same nonce as before
    await second.stop()
    const third = await prepared.start()
    onTestFinished(third.stop)
    expect(await third.ask(withdrawal(prepared, 1n, { account: 4 }))).toBe('cap')
  })

  test('does not start while the clock is behind what was signed: a day by it would not be that day', async () => {
    const prepared = prepare()
    const first = await prepared.start()
    await first.ask(withdrawal(prepared, 60n))
    await first.stop()
    prepared.clock.ms -= 61_000
    await expect(prepared.start()).rejects.toThrow('clock is behind')
    prepared.clock.ms += 1_000
    await (await prepared.start()).stop()
  })

  test('a clock that is ahead at a start makes nothing that was signed older: time counts while it runs', async () => {
    const prepared = prepare()
    const { clock } = prepared
    const first = await prepared.start()
    expect(await first.ask(withdrawal(prepared, 60n))).toBe('signed')
    clock.ms += 5 * HOUR_MS
    expect(await first.ask(withdrawal(prepared, 40n, { account: 2 }))).toBe('signed')
    await first.stop()
    clock.ms += 26 * HOUR_MS
    const second = await prepared.start()
    expect(await second.ask(withdrawal(prepared, 1n, { account: 3 }))).toBe('cap')
    // Ahead several times, and killed each time: the last record of the minute counts.
    for (let time = 0; time < 3; time++) {
      const again = time === 0 ? second : await prepared.start()
      clock.ms += 2 * HOUR_MS
      await again.beat()
      expect(await again.ask(withdrawal(prepared, 1n, { account: 3 }))).toBe('cap')
      await again.stop()
      clock.ms += 300 * HOUR_MS
    }
    // It has run for 5 + 6 hours since the first: after 14 more the 60 are free, the 40 are not.
    const last = await prepared.start()
    onTestFinished(last.stop)
    clock.ms += 13 * HOUR_MS
    expect(await last.ask(withdrawal(prepared, 1n, { account: 3 }))).toBe('cap')
    clock.ms += HOUR_MS
    expect(await last.ask(withdrawal(prepared, 61n, { account: 3 }))).toBe('cap')
    expect(await last.ask(withdrawal(prepared, 60n, { account: 3 }))).toBe('signed')
  })

  test('a start with a clock that was ahead, and is set right since, uses up nothing of the days after it', async () => {
    const prepared = prepare()
    const { clock } = prepared
    await (await prepared.start()).stop()
    clock.ms += 240 * HOUR_MS
    await (await prepared.start()).stop()
    clock.ms -= 240 * HOUR_MS
    const right = await prepared.start()
    expect(await right.ask(withdrawal(prepared, 100n))).toBe('signed')
    for (let hours = 0; hours < 26; hours++) {
      clock.ms += HOUR_MS
      await right.beat()
    }
    await right.stop()
    const after = await prepared.start()
    onTestFinished(after.stop)
    expect(await after.ask(withdrawal(prepared, 100n, { account: 2 }))).toBe('signed')
  })

  test('a stop for some seconds is no pause, and a folder of the version before has its last signature', async () => {
    const prepared = prepare()
    const { clock, directory } = prepared
    const first = await prepared.start()
    expect(await first.ask(withdrawal(prepared, 100n))).toBe('signed')
    for (let hours = 0; hours < 25; hours++) {
      clock.ms += HOUR_MS - 60_000
      await first.beat()
      clock.ms += 60_000
    }
    await first.stop()
    clock.ms += 60_000
    const second = await prepared.start()
    expect(await second.ask(withdrawal(prepared, 100n, { account: 2 }))).toBe('signed')
    await second.stop()
    rmSync(join(directory, 'seen.json'))
    clock.ms += 30 * HOUR_MS
    const third = await prepared.start()
    onTestFinished(third.stop)
    expect(await third.ask(withdrawal(prepared, 1n, { account: 3 }))).toBe('cap')
  })

  test('does not start on a journal that is damaged, and names the file', async () => {
    const prepared = prepare()
    const first = await prepared.start()
    await first.ask(withdrawal(prepared, 60n))
    await first.stop()
    const path = join(prepared.directory, '2026-11-25T12.jsonl')
    writeFileSync(path, readFileSync(path, 'utf8').replace('"amount":"60', '"amount":"-60'))
    await expect(prepared.start()).rejects.toThrow(/^DATA_DIR: .*2026-11-25T12\.jsonl/)
    rmSync(path)
    const again = await prepared.start() // the folder's lock was released
    await again.stop()
  })

  test('signs nothing that could not be written down', async () => {
    const prepared = prepare()
    const { sign, stop } = await prepared.start()
    onTestFinished(stop)
    rmSync(prepared.directory, { recursive: true })
    await expect(sign([{ address, typedData: withdrawal(prepared, 1n) }])).rejects.toThrow('ENOENT')
  })
})

test('a policy names every kind with every token it pays out, and nothing else', () => {
  const rules = { signaturesPerSecond: 10, capsPerDay: capsPerDay() }
  const parse = (policy: unknown) => parseSetting(policySchema, policy, 'SIGNER_POLICY_FILE')
  expect(capsOfPolicy(parse(rules)).get('withdraw-usdt USDT')).toBe(1_000_000n * ONE)
  expect(capsOfPolicy(parse(rules)).get('buy-machine machines')).toBe(1_000_000n)
  const { 'withdraw-dr': _, ...missing } = rules.capsPerDay
  expect(() => parse({ ...rules, capsPerDay: missing })).toThrow('withdraw-dr')
  expect(() => parse({ ...rules, capsPerDay: capsPerDay({ 'swap-token': { USDT: '1' } }) })).toThrow('DRGV')
  expect(() => parse({ ...rules, capsPerDay: capsPerDay({ 'withdraw-dr': { DR: '-1' } }) })).toThrow(
    'withdraw-dr',
  )
  expect(() =>
    parse({ ...rules, capsPerDay: capsPerDay({ 'withdraw-dr': { DR: '1', USDT: '1' } }) }),
  ).toThrow('USDT')
})

test('the example of a policy has a cap of each token to swap (vitest -u writes them)', async () => {
  const { capsPerDay: caps, ...rules } = JSON.parse(readFileSync(EXAMPLE, 'utf8'))
  const swaps = byToken(SWAP_TOKENS, (token) => (isPriced(token) ? '50000' : '25000'))
  const example = { ...rules, capsPerDay: { ...caps, 'swap-token': swaps } }
  expect(policySchema.parse(example)).toEqual(example)
  await expect(`${JSON.stringify(example, null, 2)}\n`).toMatchFileSnapshot(fileURLToPath(EXAMPLE))
})
