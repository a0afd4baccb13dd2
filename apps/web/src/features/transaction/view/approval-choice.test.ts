import { WAD } from '@dr/protocol/amounts'
import { expect, it } from 'vitest'
import { amountsOf, tokensOf } from './approval-choice.tsx'

it('names a token once that several calls of a plan take, with what they take together', () => {
  const spends = [
    { token: 'DRGV', amount: 200n * WAD },
    { token: 'USDT', amount: 80n * WAD },
    { token: 'DRGV', amount: 6n * WAD },
  ] as const
  expect(tokensOf(spends)).toEqual(['DRGV', 'USDT'])
  expect(amountsOf(spends)).toEqual(['206 DRGV', '80 USDT'])
})
