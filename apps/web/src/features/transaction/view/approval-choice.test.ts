import { WAD } from '@dr/protocol/amounts'
import { expect, it } from 'vitest'
import { choiceOf } from '../../../chain/calls/stored-approval-choice.ts'
import { amountsOf, tokensOf } from './approval-choice.tsx'
import { isExactByDefault } from './use-approval-choice.ts'

it('names a token once that several calls of a plan take, with what they take together', () => {
  const spends = [
    { token: 'DRGV', amount: 200n * WAD },
    { token: 'USDT', amount: 80n * WAD },
    { token: 'DRGV', amount: 6n * WAD },
  ] as const
  expect(tokensOf(spends)).toEqual(['DRGV', 'USDT'])
  expect(amountsOf(spends)).toEqual(['206 DRGV', '80 USDT'])
})

it.each([
  ['draw', false, true],
  ['draw', true, true],
  ['wrap', false, true],
  ['pod', true, true],
  ['pod', false, false],
  ['buy', true, false],
  ['deposit', false, false],
  ['swap', false, false],
  [null, false, false],
] as const)('%s, as one of several calls: %s; only what it takes is approved: %s', (kind, isPlan, exact) => {
  expect(choiceOf({ amount: null, way: 'short' }, isExactByDefault(kind, isPlan)).amount).toBe(
    exact ? 'exact' : 'max',
  )
  expect(choiceOf({ amount: 'max', way: 'short' }, isExactByDefault(kind, isPlan)).amount).toBe('max')
})
