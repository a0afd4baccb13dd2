import { expect, it } from 'vitest'
import type { FreshIntent } from './plan.ts'
import { remainingIntent } from './plan-kind.ts'
import { voucher } from './test-flow.ts'

it('electricity of all machines, after a batch: of as many as the server says are left', () => {
  const intent: FreshIntent = { kind: 'activateMachine', all: 'paused', machineCount: 250, Period: 1 }
  const left = remainingIntent({ intent, voucher: { ...voucher('1'), remaining: 150 } })
  expect(left).toEqual({ ...intent, machineCount: 150 })
  expect(remainingIntent({ intent, voucher: voucher('2') })).toBeNull()
})
