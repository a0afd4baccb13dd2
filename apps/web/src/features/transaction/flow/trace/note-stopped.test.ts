import { WAD } from '@dr/protocol/amounts'
import { expect, it } from 'vitest'
import type { Translate } from '../../../../i18n/translate.ts'
import { type FlowEvent, type FlowState, IDLE } from '../flow-state.ts'
import { reduceFlow } from '../machine.ts'
import { account, hash, PLAIN_PLAN, usdt } from '../test-flow.ts'
import { noteStopped } from './note-stopped.ts'

const t: Translate = (key) => (key === 'tx.listComma' ? ', ' : key)
const intent = { kind: 'deposit', token: 'USDT', amount: 1n, chainPackageId: 1n, shown: {} } as never
const plan = { ...PLAIN_PLAN, id: 'a', intent, spends: [{ ...usdt, amount: 160n * WAD }] }
const receipt: readonly FlowEvent[] = [
  { type: 'start', intent },
  { type: 'ready', plan, changes: [] },
]
const confirmed: readonly FlowEvent[] = [
  ...receipt,
  {
    type: 'confirm',
    planId: 'a',
    steps: [
      { kind: 'approve', token: 'USDT', amount: 1n, state: 'todo' },
      { kind: 'call', state: 'todo' },
    ],
  },
  { type: 'requested', index: 0 },
]
const approved: readonly FlowEvent[] = [
  ...confirmed,
  { type: 'approval-sent', index: 0, hash: hash('11') },
  { type: 'approval-mined', index: 0 },
  { type: 'requested', index: 1 },
]
const stateOf = (events: readonly FlowEvent[]): FlowState => events.reduce(reduceFlow, IDLE)
const noteOf = (events: readonly FlowEvent[]) => noteStopped(t, account, stateOf(events))

it('keeps nothing of a receipt that was not confirmed, and of what has ended', () => {
  expect(noteOf(receipt)).toBeNull()
  expect(noteOf([...confirmed, { type: 'rejected' }])).toBeNull()
  expect(
    noteOf([
      ...approved,
      { type: 'sent', hash: hash('22') },
      { type: 'succeeded', evidence: 'receipt', blockNumber: 1n },
    ]),
  ).toBeNull()
})

it('keeps what was asked for, in words and by its hash, as soon as it is confirmed', () => {
  const common = { account, kind: 'deposit', amounts: '160 USDT', orderId: 'a', done: [] }
  expect(noteOf(confirmed)).toEqual({ ...common, approval: null, requested: false, hash: null })
  expect(noteOf(approved)).toEqual({ ...common, approval: 'mined', requested: true, hash: null })
  expect(noteOf(approved.slice(0, -2))).toMatchObject({ approval: 'sent', requested: false })
  expect(noteOf([...approved, { type: 'sent', hash: hash('22') }])).toMatchObject({ hash: hash('22') })
})

it('leaves what is kept as it is where the change of the account ended it', () => {
  expect(noteOf([...confirmed, { type: 'wallet-changed' }])).toBe('as before')
  // The wallet was asked for the call: it may still send it.
  expect(noteOf([...approved, { type: 'wallet-changed' }])).toMatchObject({ requested: true })
})
