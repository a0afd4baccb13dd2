import type { FundFlow } from '@dr/protocol/calls/users'
import { describe, expect, it } from 'vitest'
import { toCsv } from './csv.ts'

const flow = (over: Partial<FundFlow> = {}): FundFlow => ({
  id: '1',
  journalId: '9',
  at: '2026-11-20T09:41:00.000Z',
  account: 0,
  token: 'DR',
  kind: 'mining.collect',
  direction: 'in',
  amount: '128407315620000000001',
  source: { kind: 'emission', reference: '18' },
  orderId: null,
  txHash: null,
  ...over,
})

describe('toCsv', () => {
  it('keeps every decimal and groups nothing', () => {
    const [, line] = toCsv([flow({ amount: '1234567000000000000000001' })]).split('\r\n')
    expect(line).toBe(
      '2026-11-20T09:41:00.000Z,0,mining.collect,in,1234567.000000000000000001,DR,emission,18,,,9',
    )
  })
  it('quotes what would break a line and disarms formulas', () => {
    const text = toCsv([flow({ source: { kind: 'operator', reference: '=HYPERLINK("x"),y' } })])
    expect(text).toContain('"\'=HYPERLINK(""x""),y"')
  })
  it('has a head even when there is nothing', () => {
    expect(toCsv([])).toMatch(/^time_utc,.*journal_id\r\n$/)
  })
})
