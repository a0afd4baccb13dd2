import type { FundFlow } from '@dr/protocol/calls/fund-flows'
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
  source: { kind: 'emission', releaseId: '18' },
  orderId: null,
  txHash: null,
  ...over,
})

const HASH = `0x${'ab'.repeat(32)}`
const wad = (whole: string): string => `${whole}${'0'.repeat(18)}`

const lineOf = (over: Partial<FundFlow>): string => toCsv([flow(over)]).split('\r\n')[1] ?? ''

describe('toCsv', () => {
  it('keeps every decimal and groups nothing', () => {
    expect(lineOf({ amount: '1234567000000000000000001' })).toBe(
      '2026-11-20T09:41:00.000Z,0,mining.collect,in,1234567.000000000000000001,DR,emission,18,,,,,9',
    )
  })
  it('counts a withdrawal once: in minus out is the change of the total', () => {
    const lines = toCsv([
      flow({ amount: wad('500') }),
      flow({ kind: 'withdrawal.hold', direction: 'hold', amount: wad('200') }),
      flow({ kind: 'withdrawal.paid', direction: 'out', amount: wad('190') }),
      flow({ kind: 'withdrawal.burned', direction: 'out', amount: wad('10') }),
      flow({ kind: 'withdrawal.hold', direction: 'hold', amount: wad('100') }),
      flow({ kind: 'withdrawal.returned', direction: 'release', amount: wad('100') }),
      flow({ kind: 'package.deposit', direction: 'in', amount: wad('7') }),
      flow({ kind: 'package.mature', direction: 'unlock', amount: wad('7') }),
    ])
      .trim()
      .split('\r\n')
      .slice(1)
      .map((line) => line.split(','))
    const effect: Readonly<Record<string, bigint>> = {
      in: 1n,
      out: -1n,
      hold: 0n,
      release: 0n,
      unlock: 0n,
    }
    const sum = lines.reduce(
      (rest, [, , , direction = '', amount = '']) => rest + (effect[direction] ?? 99n) * BigInt(amount),
      0n,
    )
    expect(sum).toBe(307n)
  })
  it.each([
    [{ kind: 'swap-fees', flushId: '3', swaps: 12, txHash: HASH }, `swap-fees,3,${HASH},12 swaps`],
    [
      {
        kind: 'funded',
        txHash: HASH,
        source: `0x${'cd'.repeat(20)}`,
        memo: 'week 48, as promised',
        packageId: null,
      },
      `funded,0x${'cd'.repeat(20)},${HASH},"week 48, as promised"`,
    ],
    [{ kind: 'week', from: 2_966, to: 2_968 }, 'week,2026-W46/2026-W48,,'],
    [{ kind: 'node-week', week: 2_966 }, 'node-week,2026-W46,,'],
    [{ kind: 'package', packageId: '2', positionId: '41', fundedBy: [HASH] }, `package,2/41,${HASH},`],
  ] as const)('names the source %o', (source, cells) => {
    expect(lineOf({ source })).toContain(`,DR,${cells},`)
  })
  it('quotes what would break a line and disarms formulas', () => {
    const note = '=HYPERLINK("x"),y'
    expect(lineOf({ source: { kind: 'operator', reverses: '7', note } })).toContain('"\'=HYPERLINK(""x""),y"')
  })
  it('has a header even when there are no rows', () => {
    expect(toCsv([])).toMatch(/^time_utc,.*journal_id\r\n$/)
  })
})
