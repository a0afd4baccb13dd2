import { expect, it } from 'vitest'
import type { Translate } from '../../../i18n/translate.ts'
import type { FlowStep } from '../flow/flow-state.ts'
import { stepDetail } from './step-detail.ts'

const t: Translate = (key) => key
const place = { number: 1, total: 4, proposed: false }
const detail = (kind: FlowStep['kind'], state: FlowStep['state'], isFirstPaid = true): string =>
  stepDetail(t, { step: { kind, state }, isFirstPaid }, place)

it('says of an approval that nothing is paid yet, until it is done', () => {
  expect(detail('approve', 'todo')).toBe('tx.step.nothingYet')
  expect(detail('approve', 'wallet')).toBe('tx.step.nothingYet tx.step.inWallet')
  expect(detail('permit', 'done')).toBe('tx.step.doneUnpaid')
  expect(detail('approve', 'done')).toBe('tx.step.doneUnpaid')
})

it('says of a call, and of an approval after one, no more than that it is done', () => {
  expect(detail('call', 'mining', false)).toBe('tx.step.mining')
  expect(detail('call', 'done', false)).toBe('tx.step.done')
  expect(detail('approve', 'todo', false)).toBe('')
  expect(detail('approve', 'done', false)).toBe('tx.step.done')
})
