/** Orders kept by a signing process beside its journal, with real keys and a real folder. */
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { VOUCHER_KINDS } from '@dr/protocol/vouchers'
import { generatePrivateKey } from 'viem/accounts'
import { expect, onTestFinished, test } from 'vitest'
import { OFFLINE_DEPLOYMENT } from '../../../../test/app/offline-deployment.ts'
import { sampleVoucher } from '../../../../test/modules/sample-vouchers.ts'
import { capsPerDay } from '../../../../test/servers/signer-process.ts'
import { deploymentSchema } from '../../../platform/config/config.ts'
import { parseSetting } from '../../../platform/config/config-values.ts'
import type { LowerHex } from '../../../platform/hex.ts'
import { createLogger } from '../../../platform/logger.ts'
import { digestOf } from '../issue/digest.ts'
import { serializeTypedData } from '../issue/typed-data.ts'
import { createFileSigner } from '../signing/file-signer.ts'
import { openJournal } from './journal.ts'
import { capsOfPolicy, policySchema } from './policy.rules.ts'
import { createPolicySigner } from './sign-by-policy.ts'
import { readSignedOrders } from './signed-orders.ts'

const NOON_MS = Date.UTC(2026, 10, 25, 12)
const HOUR_MS = 3_600_000
const keys = createFileSigner([generatePrivateKey()])
const [address = '0x'] = await keys.addresses()
const { contracts } = parseSetting(deploymentSchema, OFFLINE_DEPLOYMENT, 'the record')

const open = async () => {
  const directory = mkdtempSync(join(tmpdir(), 'dr-orders-'))
  onTestFinished(() => rmSync(directory, { recursive: true }))
  const clock = { ms: NOON_MS }
  const journal = await openJournal(directory, () => clock.ms)
  onTestFinished(() => journal.close())
  const policy = { signaturesPerSecond: 1_000, capsPerDay: capsPerDay({ 'withdraw-dr': { DR: '0' } }) }
  const signer = await createPolicySigner({
    domain: { chainId: 97, contracts, deadlines: true },
    caps: capsOfPolicy(parseSetting(policySchema, policy, 'rules')),
    signaturesPerSecond: 1_000,
    keys,
    journal,
    now: () => clock.ms,
    logger: createLogger('silent'),
  })
  return { directory, clock, signer }
}

test('each signed voucher is found by its digest with its signature and its order, in whichever hour', async () => {
  const { directory, clock, signer } = await open()
  const kinds = VOUCHER_KINDS.filter((kind) => kind !== 'withdraw-dr')
  const signed = new Map<LowerHex, string>()
  for (const kind of kinds) {
    clock.ms += HOUR_MS
    const voucher = sampleVoucher(kind, { now: clock.ms / 1_000 })
    const typedData = serializeTypedData(voucher)
    const order = JSON.stringify({ kind, text: 'a\n"line"' })
    const [outcome] = await signer.sign([{ address, typedData, order }])
    expect(outcome).toHaveProperty('signature')
    const digest = digestOf(voucher)
    signed.set(digest, order)
    const found = (await readSignedOrders(directory, new Set(signed.keys()))).get(digest)
    expect(found).toEqual({ voucher, digest, order, ...outcome })
  }
  expect(
    new Map(
      [...(await readSignedOrders(directory, new Set(signed.keys())))].map(([digest, { order }]) => [
        digest,
        order,
      ]),
    ),
  ).toEqual(signed)
  expect(await readSignedOrders(directory, new Set())).toEqual(new Map())
})

test('a refused voucher leaves no order, nor one that came without', async () => {
  const { directory, signer } = await open()
  const typed = (kind: (typeof VOUCHER_KINDS)[number]) =>
    serializeTypedData(sampleVoucher(kind, { now: NOON_MS / 1_000 }))
  const outcomes = await signer.sign([
    { address, typedData: typed('withdraw-dr'), order: 'refused by its cap' },
    { address, typedData: typed('swap-token') },
  ])
  expect(outcomes).toMatchObject([{ refused: 'cap' }, { signature: expect.stringMatching(/^0x/) }])
  expect(readdirSync(directory).filter((name) => name.endsWith('.jsonl'))).toEqual(['2026-11-25T12.jsonl'])
})
