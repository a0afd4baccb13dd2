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

const wad = (whole: string): string => `${whole}${'0'.repeat(18)}`

describe('toCsv', () => {
  it('keeps every decimal and groups nothing', () => {
    const [, line] = toCsv([flow({ amount: '1234567000000000000000001' })]).split('\r\n')
    expect(line).toBe(
      '2026-11-20T09:41:00.000Z,0,mining.collect,in,1234567.000000000000000001,DR,emission,18,,,9',
    )
  })
  it.each([
    ['paid and burned', ['withdrawal.paid', '190'], ['withdrawal.burned', '10'], 300n],
    ['released again', ['withdrawal.released', '200'], null, 500n],
  ] as const)(
    'counts a withdrawal that is %s once: in minus out is the change of the total',
    (_, a, b, total) => {
      const lines = toCsv([
        flow({ amount: wad('500') }),
        flow({ kind: 'withdrawal.hold', direction: 'out', amount: wad('200') }),
        ...[a, b].flatMap((end) =>
          end === null
            ? []
            : [
                flow({
                  kind: end[0],
                  direction: end[0] === 'withdrawal.released' ? 'in' : 'out',
                  amount: wad(end[1]),
                }),
              ],
        ),
      ])
        .trim()
        .split('\r\n')
        .slice(1)
        .map((line) => line.split(','))
      const effect = { in: 1n, out: -1n, hold: 0n, release: 0n } as Record<string, bigint>
      const sum = lines.reduce(
        (rest, [, , , direction = '', amount = '']) => rest + (effect[direction] ?? 99n) * BigInt(amount),
        0n,
      )
      expect(sum).toBe(total)
      expect(lines[1]?.[3]).toBe('hold')
    },
  )
  it('quotes what would break a line and disarms formulas', () => {
    const text = toCsv([flow({ source: { kind: 'operator', reference: '=HYPERLINK("x"),y' } })])
    expect(text).toContain('"\'=HYPERLINK(""x""),y"')
  })
  it('has a head even when there is nothing', () => {
    expect(toCsv([])).toMatch(/^time_utc,.*journal_id\r\n$/)
  })
})
