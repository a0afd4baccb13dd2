import { PAYOUT_TOKENS } from '@dr/protocol/tokens'
import { describeOnBoth } from '@dr/test-kit'
import { expect, test } from 'vitest'

describeOnBoth('the ledger’s tables', ({ openDatabase }) => {
  test('take an account of every token that a vault keeps', async () => {
    const { read } = await openDatabase()
    const { rows } = await read.query<{ definition: string }>({
      text: `SELECT pg_get_constraintdef(oid) AS definition FROM pg_constraint WHERE conname = 'ledger_account_token'`,
    })
    expect(rows).toHaveLength(1)
    for (const token of PAYOUT_TOKENS) expect(rows[0]?.definition).toContain(`'${token}'`)
  })
})
