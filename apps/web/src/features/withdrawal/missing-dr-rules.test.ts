import { WAD } from '@dr/protocol/amounts'
import { describe, expect, it } from 'vitest'
import { solveShortage } from '../../chain/shortage.rules.ts'
import { preparationText } from '../../chain/shortage-text.ts'
import type { Translate } from '../../i18n/translate.ts'
import { burnSource } from './missing-dr-rules.ts'

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
