import { WAD } from '@dr/protocol/amounts'
import type { VaultIndex } from '@dr/protocol/token-table'
import { byToken, TOKENS } from '@dr/protocol/tokens'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { solveShortage } from '../../chain/shortage/shortage.rules.ts'
import type { Translate } from '../../i18n/translate.ts'
import { preparationText } from '../transaction/shortage/shortage-text.ts'
import { burnSource, drOffer } from './missing-dr.rules.ts'
import { splitWithdrawal, usdOf, type WithdrawalLimits, withdrawalProblem } from './withdrawal.rules.ts'

const t: Translate = (key, values) => `${key}(${Object.values(values ?? {}).join()})`
const exchange = {
  tokens: [{ token: 'DR', outputPrice: String(WAD / 2n), inputPrice: null }],
  pairs: [
    { inputToken: 'USDT', outputToken: 'DR', obstacle: null, minimum: '1', maximum: String(10n ** 30n) },
  ],
  fee: { bps: 0 },
} as unknown as Parameters<typeof solveShortage>[0]['exchange']
const wallet = { ...byToken(TOKENS, () => 0n), USDT: 100n * WAD }
const solve = (change: Partial<typeof wallet>, by: typeof exchange = exchange) =>
  solveShortage({ needs: { DR: 20n * WAD }, wallet: { ...wallet, ...change }, exchange: by, ways: 'all' })
const bnb = { token: 'BNB', have: 0n, need: WAD / 100n, plain: [] } as const

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
  minimum: 100n * WAD,
  available: 400n * WAD,
  unreturned: 0n,
  usdLeft: 10_000n * WAD,
  burnBps: 500n,
  drPrice: WAD / 2n,
  vaultLeft: 1_000n * WAD,
  accountLeft: 1_000n * WAD,
  recent: 0n,
  recentDays: 30,
  received: 0n,
  recentLeft: null,
  walletDr: 0n,
}
const offer = (change: Partial<WithdrawalLimits>, missing = 380n, usd = 0n) =>
  drOffer([{ vault: 1, limits: { ...limits, ...change } }], { missing: missing * WAD, usd: usd * WAD })
/** First withdrawal of an offer: amount, received amount, and whether that is enough, in whole tokens. */
const one = (found: ReturnType<typeof offer>) => {
  const [first] = found?.withdrawals ?? []
  return first && [first.amount / WAD, first.brings / WAD, found?.isEnough]
}

describe('drOffer of one account', () => {
  it('counts what arrives after the burn of that withdrawal', () => {
    expect(one(offer({}))).toEqual([400n, 380n, true])
    expect(one(offer({}, 381n))).toEqual([400n, 380n, false])
    expect(offer({ unreturned: 400n * WAD }, 400n)?.isEnough).toBe(true)
  })
  it('asks for no more than is missing, and for no less than may leave', () => {
    expect(one(offer({}, 190n))).toEqual([200n, 190n, true])
    expect(one(offer({}, 10n))).toEqual([100n, 95n, true])
  })
  it('keeps to the vault’s limits, and keeps of the daily limit what the USDT needs', () => {
    expect(one(offer({ vaultLeft: 200n * WAD }))).toEqual([200n, 190n, false])
    expect(one(offer({ accountLeft: 100n * WAD }))).toEqual([100n, 95n, false])
    expect(one(offer({ usdLeft: 150n * WAD }, 380n, 50n))).toEqual([200n, 190n, false])
    expect(offer({ usdLeft: 150n * WAD }, 380n, 150n)).toBeNull()
  })
  it('is nothing below the minimum, and nothing without a source', () => {
    expect(offer({ available: 99n * WAD }, 10n)).toBeNull()
    expect(drOffer([], { missing: 1n, usd: 0n })).toBeNull()
  })
})

describe('drOffer of several accounts', () => {
  const source = (vault: VaultIndex, change: Partial<WithdrawalLimits>) => ({
    vault,
    limits: { ...limits, ...change },
  })
  const vaultsOf = (found: ReturnType<typeof drOffer>) => found?.withdrawals.map(({ vault }) => vault)

  it('is the account that brings enough by itself, not the one that has most', () => {
    const rich = source(0, { available: 900n * WAD, vaultLeft: 100n * WAD })
    const poor = source(2, { available: 300n * WAD })
    const found = drOffer([rich, poor], { missing: 200n * WAD, usd: 0n })
    expect([vaultsOf(found), found?.isEnough]).toEqual([[2], true])
  })
  it('two that are too little each are enough together', () => {
    const two = [source(0, { available: 200n * WAD }), source(2, { available: 300n * WAD })]
    const found = drOffer(two, { missing: 400n * WAD, usd: 0n })
    expect([vaultsOf(found)?.length, found?.isEnough]).toEqual([2, true])
    expect(found?.brings).toBeGreaterThanOrEqual(400n * WAD)
  })
  it('share the daily limit: what one takes of it another cannot', () => {
    const usdLeft = 150n * WAD
    const two = [source(0, { available: 200n * WAD, usdLeft }), source(2, { available: 300n * WAD, usdLeft })]
    const found = drOffer(two, { missing: 400n * WAD, usd: 0n })
    expect([found?.brings, found?.isEnough]).toEqual([285n * WAD, false])
  })

  it('for any accounts: each withdrawal may leave, the limit is kept, and one that is enough is never two', () => {
    const amount = fc.bigInt({ min: 0n, max: 1_000n * WAD })
    const some = fc.record({
      available: amount,
      unreturned: amount,
      minimum: amount,
      vaultLeft: amount,
      accountLeft: amount,
      recent: amount,
      received: amount,
      recentLeft: fc.option(amount),
    })
    const shortfall = fc.record({ missing: fc.bigInt({ min: 1n, max: 1_000n * WAD }), usd: amount })
    fc.assert(
      fc.property(fc.tuple(some, some, some), shortfall, amount, (changes, need, usdLeft) => {
        const sources = changes.map((change, index) => source(index as VaultIndex, { ...change, usdLeft }))
        const found = drOffer(sources, need)
        const alone = sources.map((each) => drOffer([each], need))
        if (alone.some((each) => each?.isEnough)) expect(found?.withdrawals).toHaveLength(1)
        for (const each of alone)
          expect(found?.brings ?? 0n).toBeGreaterThanOrEqual(smaller(each, need.missing))
        if (found === null) return
        let usd = need.usd
        for (const { vault, amount: gross, brings } of found.withdrawals) {
          const own = sources[vault]?.limits as WithdrawalLimits
          expect(withdrawalProblem(gross, own)).toBeNull()
          expect(splitWithdrawal(gross, own).received).toBe(brings)
          usd += usdOf(gross, own) ?? 0n
        }
        expect(usd).toBeLessThanOrEqual(usdLeft)
        expect(found.brings).toBe(found.withdrawals.reduce((sum, { brings }) => sum + brings, 0n))
        expect(found.isEnough).toBe(found.brings >= need.missing)
      }),
    )
  })
})

/** Part of the missing amount that one account brings. */
const smaller = (found: ReturnType<typeof drOffer>, missing: bigint): bigint => {
  const brings = found?.brings ?? 0n
  return brings < missing ? brings : missing
}
