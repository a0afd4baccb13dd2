/** The export for accounting, by psql, of a ledger that a database function has posted. */
import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { describeOnPostgres } from '@dr/test-kit'
import { openTestPostgres } from '@dr/test-kit/postgres-databases'
import { expect, onTestFinished, test } from 'vitest'
import { alice, at, available, bob, chain, fund, move, post } from '../../apps/server/test/modules/ledger.ts'

const FILE = fileURLToPath(new URL('movements.sql', import.meta.url))
const HASH = `0x${'ab'.repeat(32)}`
const ADDRESS = `0x${'a1'.repeat(20)}`

describeOnPostgres('the export for accounting', () => {
  test('has each movement of its days, to the base unit, and with them every balance', async () => {
    const { database, url } = await openTestPostgres()
    onTestFinished(() => database.close())
    const exported = (from: string, to: string): string[] =>
      execFileSync('psql', ['-X', '--set', `from=${from}`, '--set', `to=${to}`, '--file', FILE, url])
        .toString()
        .trimEnd()
        .split('\n')
    await database.transaction(async (tx) => {
      await tx.query({
        text: 'INSERT INTO users (address, invite_code, registered_at) VALUES ($1, $2, $3)',
        values: [ADDRESS, 'AAAAAAA2', at],
      })
      await fund(tx, alice, 10n ** 24n + 1n)
      const key = `chain:56:${HASH}:7`
      const later = new Date('2026-04-01T00:00:00Z')
      await post(tx, key, [move(available(alice), chain, 10n ** 24n), move(chain, available(bob), 1n)], {
        at: later,
      })
    })
    const march = exported('2026-03-01', '2026-04-01')
    expect(march[0]).toBe(
      'movement,journal,time,reason,vault,token,from_account,from_address,to_account,to_address,amount,transaction,key,source',
    )
    expect(march.slice(1)).toEqual([
      expect.stringContaining(
        '2026-03-02T00:00:00Z,test.move,0,DR,chain,,emission-pool,,1000000.000000000000000001,',
      ),
      expect.stringContaining(`emission-pool,,user-available,${ADDRESS},1000000.000000000000000001,`),
    ])
    expect(exported('2026-04-01', '2026-05-01').slice(1)).toEqual([
      expect.stringContaining(
        `user-available,${ADDRESS},chain,,1000000.000000000000000000,${HASH},chain:56:${HASH}:7,`,
      ),
      expect.stringContaining('chain,,user-available,,0.000000000000000001,'),
    ])
    expect(exported('2025-01-01', '2026-01-01')).toHaveLength(1)
    expect(() => exported('yesterday-ish', '2026-01-01')).toThrow('invalid input syntax')
  })
})
