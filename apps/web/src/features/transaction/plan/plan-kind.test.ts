import { expect, it } from 'vitest'
import { voucher } from '../flow/test-flow.ts'
import type { FreshIntent } from './plan.ts'
import { remainingIntent } from './plan-kind.ts'

it('electricity without a voucher, after a hundred: of the rest, by voucher where there is one again', () => {
  const machineIDs = Array.from({ length: 130 }, (_, index) => String(128 + index))
  const intent: FreshIntent = { kind: 'renewMachine', machineIDs, Period: 2, because: 'silent', paidUntil: 1 }
  expect(remainingIntent({ intent, voucher: null })).toEqual({
    kind: 'activateMachine',
    Period: 2,
    machineIDs: machineIDs.slice(100),
  })
  const few = { ...intent, machineIDs: machineIDs.slice(0, 100) }
  expect(remainingIntent({ intent: few, voucher: null })).toBeNull()
})

it('electricity of all machines, after a batch: of as many as the server says are left', () => {
  const intent: FreshIntent = { kind: 'activateMachine', all: 'paused', machineCount: 250, Period: 1 }
  const left = remainingIntent({ intent, voucher: { ...voucher('1'), remaining: 150 } })
  expect(left).toEqual({ ...intent, machineCount: 150 })
  expect(remainingIntent({ intent, voucher: voucher('2') })).toBeNull()
})
