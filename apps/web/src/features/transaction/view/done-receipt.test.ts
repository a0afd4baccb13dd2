import { DAY_SECONDS } from '@dr/protocol/constants'
import { isValidElement } from 'react'
import { expect, it } from 'vitest'
import type { Translate } from '../../../i18n/translate.ts'
import type { ReceiptRow } from '../../../ui/lists/receipt.tsx'
import type { DoneLeg, FlowState } from '../flow/flow-state.ts'
import type { TransactionIntent } from '../intents.ts'
import { cameRows, leftRows, paidIn } from './done-receipt.tsx'

const t: Translate = (key) => key
/** `label amount token` of each row with an amount; otherwise the label. */
const said = (rows: readonly ReceiptRow[]): string[] =>
  rows.map(({ label, value }) =>
    isValidElement<{ value?: bigint; token?: string }>(value) && value.props.token !== undefined
      ? `${label} ${value.props.value} ${value.props.token}`
      : label,
  )
type Done = Pick<FlowState, 'plan' | 'outline' | 'done'>
const state = (plan: object, more: object = {}): Done =>
  ({
    plan: { voucher: null, intent: null, spends: [], incoming: [], ...plan },
    outline: null,
    done: [],
    ...more,
  }) as unknown as Done

it('a purchase with its electricity: all that was paid of each token, by the quotes, not the limits', () => {
  const leg = { isGoal: true, outgoing: [{ token: 'DRGV', amount: 180n }], gives: [] }
  const bought = {
    leg,
    paid: [
      { token: 'USDT', amount: 80n },
      { token: 'DRGV', amount: 173n },
    ],
    came: [],
  } as unknown as DoneLeg
  const intent = {
    kind: 'renewMachine',
    machineIDs: ['1'],
    Period: 1,
    because: 'silent',
    paidUntil: DAY_SECONDS,
  }
  const done = state(
    { intent, spends: [{ token: 'DRGV', amount: 6n }] },
    {
      done: [bought],
      outline: {
        goal: { kind: 'buyMachine', productId: 'm1', machineCount: 1 },
        incoming: [{ kind: 'machines', count: 1, name: 'M1', power: 10n }],
      },
    },
  )
  expect(paidIn(done)).toEqual([
    { token: 'USDT', amount: 80n },
    { token: 'DRGV', amount: 179n },
  ])
  expect(said(leftRows(t, done))).toEqual(['USDT -80 USDT', 'DRGV -179 DRGV'])
  expect(said(cameRows(t, done))).toEqual([
    'tx.row.machines',
    'tx.row.power',
    'tx.row.electricity',
    'tx.row.paidUntil',
  ])
})

it('what an earlier call brought is not paid by a later one', () => {
  const swapped = {
    leg: { isGoal: false },
    paid: [{ token: 'USDT', amount: 50n }],
    came: [{ token: 'DRGV', amount: 179n }],
  } as unknown as DoneLeg
  expect(paidIn(state({ spends: [{ token: 'DRGV', amount: 179n }] }, { done: [swapped] }))).toEqual([
    { token: 'USDT', amount: 50n },
  ])
})

it('a deposit: the principal that left, the term, and what comes back at its end; nothing of the offer', () => {
  const intent: TransactionIntent = {
    kind: 'deposit',
    token: 'USDT',
    amount: 250n,
    chainPackageId: 3n,
    shown: {
      termDays: 30,
      incomeToken: 'USDT',
      yearlyRate: 0n,
      burnBps: 0n,
      result: { income: 9n, burn: 0n, burnDr: null, net: 9n, worth: null },
      funding: { until: 1, left: 4n },
    },
  }
  const done = state({ intent, spends: [{ token: 'USDT', amount: 250n }] })
  expect(said(leftRows(t, done))).toEqual(['tx.row.toNodeVault -250 USDT'])
  expect(said(cameRows(t, done))).toEqual([
    'tx.row.term',
    'tx.row.income 9 USDT',
    'tx.row.principalBack 250 USDT',
  ])
})
