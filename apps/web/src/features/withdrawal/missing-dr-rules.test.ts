import { WAD } from '@dr/protocol/amounts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { solveShortage } from '../../chain/shortage.rules.ts'
import { preparationText } from '../../chain/shortage-text.ts'
import type { Translate } from '../../i18n/translate.ts'
import { burnSource, drOffer } from './missing-dr-rules.ts'
import { splitWithdrawal, usdOf, type WithdrawalLimits, withdrawalProblem } from './withdrawal-rules.ts'

const t: Translate = (key, values) => `${key}(${Object.values(values ?? {}).join()})`
const exchange = {
  tokens: [{ token: 'DR', outputPrice: String(WAD / 2n), inputPrice: null }],
  pairs: [
    { inputToken: 'USDT', outputToken: 'DR', obstacle: null, minimum: '1', maximum: String(10n ** 30n) },
  ],
  fee: { bps: 0 },
} as unknown as Parameters<typeof solveShortage>[0]['exchange']
const wallet = { USDT: 100n * WAD, USDR: 0n, DR: 0n, DRGV: 0n }
const solve = (change: Partial<typeof wallet>, by: typeof exchange = exchange) =>
  solveShortage({ needs: { DR: 20n * WAD }, wallet: { ...wallet, ...change }, exchange: by, ways: 'all' })
const bnb = { token: 'BNB', have: 0n, need: WAD / 100n } as const

describe('burnSource', () => {
  it('names the token that each step pays: USDT that is there', () => {
    const source = burnSource(solve({}))
    expect(source?.kind === 'steps' && source.steps.map((step) => preparationText(t, step))).toEqual([
      'tx.step.swapFor(10.11 USDT,20 DR)',
    ])
  })
  it('USDR is unwrapped first where there is no USDT', () => {
    const source = burnSource(solve({ USDT: 0n, USDR: 50n * WAD }))
    expect(source?.kind === 'steps' && source.steps.map((step) => preparationText(t, step))).toEqual([
      'tx.step.unwrapFor(10.11 USDR,10.11 USDT)',
      'tx.step.swapFor(10.11 USDT,20 DR)',
    ])
  })
  it('promises no step while BNB is missing', () => {
    expect(burnSource({ ...solve({}), missing: bnb })).toEqual({ kind: 'no-gas', missing: bnb })
  })
  it('says what is really missing', () => {
    expect(burnSource(solve({ USDT: WAD }))).toEqual({ kind: 'no-usdt' })
    expect(burnSource(solve({}, null))).toEqual({ kind: 'no-swap' })
  })
  it('says nothing while it is not known, or no longer short', () => {
    expect(burnSource(null)).toBeNull()
    expect(burnSource(solve({ DR: 20n * WAD }))).toBeNull()
    expect(burnSource({ steps: [], missing: bnb })).toBeNull()
  })
})

const limits: WithdrawalLimits = {
  token: 'DR',
  minimum: 100n,
  available: 400n,
  unreturned: 0n,
  usdLeft: 10_000n,
  burnBps: 500n,
  drPrice: WAD / 2n,
  vaultLeft: 1_000n,
  accountLeft: 1_000n,
  walletDr: 0n,
}
const offer = (change: Partial<WithdrawalLimits>, missing = 380n, usd = 0n) =>
  drOffer([{ account: 1, limits: { ...limits, ...change } }], { missing, usd })

describe('drOffer', () => {
  it('counts what arrives after the burn of that withdrawal', () => {
    expect(offer({})).toEqual({ account: 1, brings: 380n, isEnough: true })
    expect(offer({}, 381n)).toEqual({ account: 1, brings: 380n, isEnough: false })
    expect(offer({ unreturned: 400n }, 400n)?.isEnough).toBe(true)
  })
  it('keeps to the vault’s limits, and keeps of the daily limit what the USDT needs', () => {
    expect(offer({ vaultLeft: 200n })?.brings).toBe(190n)
    expect(offer({ accountLeft: 100n })?.brings).toBe(95n)
    expect(offer({ usdLeft: 150n }, 380n, 50n)?.brings).toBe(190n)
    expect(offer({ usdLeft: 150n }, 380n, 150n)).toBeNull()
  })
  it('is nothing below the minimum, and nothing without a source', () => {
    expect(offer({ available: 99n }, 10n)).toBeNull()
    expect(drOffer([], { missing: 1n, usd: 0n })).toBeNull()
  })
  it('is the account that brings most, not the one that has most', () => {
    const rich = { account: 0 as const, limits: { ...limits, available: 900n, vaultLeft: 100n } }
    const poor = { account: 2 as const, limits: { ...limits, available: 300n } }
    expect(drOffer([rich, poor], { missing: 200n, usd: 0n })).toEqual({
      account: 2,
      brings: 285n,
      isEnough: true,
    })
  })
  it('is enough only where a withdrawal that nothing refuses brings what is missing, and leaves the USDT its dollars', () => {
    const amount = fc.bigInt({ min: 0n, max: 10n ** 24n })
    const some = fc.record({
      ...{ available: amount, unreturned: amount, usdLeft: amount, minimum: amount },
      ...{ vaultLeft: amount, accountLeft: amount, missing: amount, usd: amount },
    })
    fc.assert(
      fc.property(some, ({ missing, usd, ...change }) => {
        const own: WithdrawalLimits = { ...limits, ...change }
        const found = drOffer([{ account: 0, limits: own }], { missing, usd })
        if (found === null) return
        const gross = [own.available, own.vaultLeft, own.accountLeft].reduce<bigint>(
          (least, one) => (one !== null && one < least ? one : least),
          ((own.usdLeft - usd) * WAD) / (own.drPrice ?? 1n),
        )
        expect(withdrawalProblem(gross, own)).toBeNull()
        expect(splitWithdrawal(gross, own).received).toBe(found.brings)
        expect((usdOf(gross, own) ?? 0n) + usd).toBeLessThanOrEqual(own.usdLeft)
        expect(found.isEnough).toBe(found.brings >= missing)
      }),
    )
  })
})
