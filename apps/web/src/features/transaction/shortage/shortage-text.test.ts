import { WAD } from '@dr/protocol/amounts'
import { describe, expect, it } from 'vitest'
import type { Preparation } from '../../../chain/shortage/shortage.rules.ts'
import type { Translate } from '../../../i18n/translate.ts'
import { wayText } from './shortage-text.ts'

const t: Translate = (key, values) => `${key}(${Object.values(values ?? {}).join()})`
const swap = (output: 'DR' | 'DRGV', pays: bigint): Preparation => ({
  kind: 'swap',
  input: 'USDT',
  output,
  pays,
  gives: WAD,
})
const wrap: Preparation = { kind: 'wrap', input: 'USDT', output: 'USDR', pays: 200n * WAD, gives: 200n * WAD }
const unwrap: Preparation = { kind: 'unwrap', input: 'USDR', output: 'USDT', pays: WAD, gives: WAD }

describe('a button where something comes first', () => {
  it('names the swap and what all swaps cost, whatever is wrapped beside them', () => {
    const steps = [unwrap, swap('DRGV', 18n * WAD), swap('DR', 2n * WAD), wrap]
    expect(wayText(t, steps, 'buy')).toBe('tx.way.buy(swap,20 USDT)')
  })
  it('names the wrapping, or the unwrapping, where nothing is swapped', () => {
    expect(wayText(t, [unwrap, wrap], 'buy')).toBe('tx.way.buy(wrap,200 USDT)')
    expect(wayText(t, [unwrap], 'subscribe')).toBe('tx.way.subscribe(unwrap,1 USDR)')
  })
  it('of two swaps, the second of what the first gives, it names what the wallet has', () => {
    const sell: Preparation = { kind: 'swap', input: 'DR', output: 'USDT', pays: 40n * WAD, gives: 19n * WAD }
    expect(wayText(t, [sell, swap('DRGV', 18n * WAD)], 'pay')).toBe('tx.way.pay(swap,40 DR)')
    expect(wayText(t, [sell, swap('DRGV', 20n * WAD)], 'pay')).toBe('tx.way.pay(swap,40 DR + 1 USDT)')
  })
  it('cuts what is paid upwards, and has its own words where nothing comes first', () => {
    expect(wayText(t, [swap('DR', WAD / 3n)], 'enter')).toBe('tx.way.enter(swap,0.3334 USDT)')
    expect(wayText(t, [], 'pay')).toBeNull()
  })
})
