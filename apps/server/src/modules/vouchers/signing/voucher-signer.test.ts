/**
 * Tests of every implementation of `VoucherSigner`. A KMS's adapter gets a row in `REMOTE` and must pass
 * them; if its key store cannot be switched off here, `outage` is a proxy in front of it.
 */

import { VOUCHER_KINDS, type VoucherKind } from '@dr/protocol/vouchers'
import { type Hex, recoverAddress } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { describe, expect, onTestFinished, test } from 'vitest'
import { accountOf, sampleVoucher, toSign } from '../../../../test/modules/sample-vouchers.ts'
import { prepareSigner, removeFolder, startSignerProcess } from '../../../../test/servers/signer-process.ts'
import type { Settled } from '../../../platform/batcher.ts'
import { lowerHex } from '../../../platform/hex.ts'
import { createFileSigner } from './file-signer.ts'
import { createProcessSigner } from './process-signer.ts'
import { SIGN_BATCH_MAX } from './signer-wire.ts'
import {
  NO_SIGNER,
  NoSignerKeyError,
  SIGN_TIMEOUT_MS,
  SignerUnavailableError,
  type SignRequest,
  type VoucherSigner,
} from './voucher-signer.ts'

const HALF_ORDER = 0x7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0n
const KEYS = { signer: generatePrivateKey(), 'next-signer': generatePrivateKey() }
const addressOf = (key: Hex) => lowerHex(privateKeyToAccount(key).address)
const ADDRESSES = Object.values(KEYS).map(addressOf)
const [FIRST = '0x', SECOND = '0x'] = ADDRESSES

interface Subject {
  readonly signer: VoucherSigner
}

/** A signer whose keys may be unreachable. */
interface RemoteSubject extends Subject {
  /** `refused`: at once; `silent`: without an answer. */
  readonly outage: Record<'refused' | 'silent', () => Promise<void> | void>
  /** Ends a `silent` outage. */
  readonly back: () => void
}

const REMOTE: Readonly<Record<string, () => Promise<RemoteSubject>>> = {
  'a signing process': async () => {
    const folder = await prepareSigner(KEYS)
    onTestFinished(() => removeFolder(folder))
    const { freeze, continue: back, kill } = await startSignerProcess(folder.environment)
    const signer = createProcessSigner({ socket: folder.socket })
    return { signer, outage: { refused: kill, silent: freeze }, back }
  },
}

const IMPLEMENTATIONS: Readonly<Record<string, () => Promise<Subject>>> = {
  'keys of files': async () => ({ signer: createFileSigner(Object.values(KEYS)) }),
  ...REMOTE,
}

const seconds = () => Date.now() / 1_000
const signatureOf = (outcome: Settled<Hex> | undefined): Hex => {
  if (outcome?.status !== 'fulfilled') throw outcome?.reason
  return outcome.value
}
const signed = async (signer: VoucherSigner, request: SignRequest) =>
  signatureOf((await signer.sign([request]))[0])

describe.each(Object.entries(IMPLEMENTATIONS))('%s', (_name, start) => {
  test('sign every kind with the key that is asked for: 65 bytes, a low s, v 27 or 28', async () => {
    const { signer } = await start()
    expect(await signer.addresses()).toEqual(ADDRESSES)
    for (const kind of VOUCHER_KINDS) {
      for (const address of ADDRESSES) {
        const request = toSign(sampleVoucher(kind, { now: seconds() }), address)
        const signature = await signed(signer, request)
        expect(signature).toMatch(/^0x[0-9a-f]{128}(1b|1c)$/)
        expect(BigInt(`0x${signature.slice(66, 130)}`)).toBeLessThanOrEqual(HALF_ORDER)
        expect((await recoverAddress({ hash: request.digest, signature })).toLowerCase()).toBe(address)
        expect(await signer.isBy({ digest: request.digest, signature }, address)).toBe(true)
        expect(
          await signer.isBy({ digest: request.digest, signature }, address === FIRST ? SECOND : FIRST),
        ).toBe(false)
      }
    }

    // Many at once, each with its own digest: s is low and v right in all, not by chance. Far fewer than in
    // the two seconds of one call, so that a busy machine passes too.
    const kind: VoucherKind = 'buy-pod-power'
    const requests = Array.from({ length: SIGN_BATCH_MAX + 2 }, (_, index) =>
      toSign(sampleVoucher(kind, { now: seconds(), fields: { account: accountOf(index + 1) } }), FIRST),
    )
    const batches = [requests.slice(0, 1), requests.slice(1)]
    const outcomes = (await Promise.all(batches.map(signer.sign))).flat()
    expect(outcomes).toHaveLength(requests.length)
    for (const [index, outcome] of outcomes.entries()) {
      const { digest } = requests[index] as (typeof requests)[number]
      const signature = signatureOf(outcome)
      expect(BigInt(`0x${signature.slice(66, 130)}`)).toBeLessThanOrEqual(HALF_ORDER)
      expect((await recoverAddress({ hash: digest, signature })).toLowerCase()).toBe(FIRST)
    }
    expect(await signer.sign([])).toEqual([])

    // A missing key fails only its own request.
    const voucher = sampleVoucher(kind, { now: seconds() })
    const stranger = addressOf(generatePrivateKey())
    const mixed = await signer.sign([
      toSign(voucher, FIRST),
      toSign(voucher, stranger),
      toSign(voucher, SECOND),
    ])
    expect(mixed.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
    expect(mixed[1]).toMatchObject({ reason: expect.any(NoSignerKeyError) })
  })
})

describe.each(Object.entries(REMOTE))('%s', (_name, start) => {
  test.each(['refused', 'silent'] as const)(
    'report in time that the keys are unreachable (%s), and recover afterwards',
    async (how) => {
      const { signer, outage, back } = await start()
      await signer.addresses()
      const request = toSign(sampleVoucher('withdraw-dr', { now: seconds() }), FIRST)
      await outage[how]()
      const began = performance.now()
      await expect(signed(signer, request)).rejects.toThrow(SignerUnavailableError)
      await expect(signer.addresses()).rejects.toThrow(SignerUnavailableError)
      expect(performance.now() - began).toBeLessThan(SIGN_TIMEOUT_MS + 5_000)
      if (how === 'refused') return
      back()
      await expect.poll(() => signed(signer, request).catch(() => ''), { timeout: 10_000 }).toMatch(/^0x/)
      expect(await signer.addresses()).toEqual(ADDRESSES)
    },
  )
})

test('a process without the signer’s key says so, and hands out nothing', async () => {
  const request = toSign(sampleVoucher('buy-machine', { now: seconds() }), FIRST)
  await expect(NO_SIGNER.addresses()).rejects.toThrow(NoSignerKeyError)
  await expect(NO_SIGNER.sign([request])).rejects.toThrow(NoSignerKeyError)
  await expect(NO_SIGNER.isBy({ digest: request.digest, signature: '0x' }, FIRST)).rejects.toThrow(
    NoSignerKeyError,
  )
  expect(createFileSigner([])).toBe(NO_SIGNER)
})

test('one key alone knows a signature of the key before it: the open voucher of a signer that was replaced', async () => {
  const request = toSign(sampleVoucher('buy-pod-power', { now: seconds() }), FIRST)
  const before = createFileSigner([KEYS.signer])
  const voucher = { digest: request.digest, signature: await signed(before, request) }
  expect(await createFileSigner([KEYS['next-signer']]).isBy(voucher, SECOND)).toBe(false)
  expect(await before.isBy(voucher, FIRST)).toBe(true)
})
