import { VAULT_TOKENS } from '@dr/protocol/tokens'
import { describeOnDatabase } from '@dr/test-kit'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Chain, ONE, startChain, startTestApp, type TestApp } from '../../../../test/app/test-app.ts'
import { overviewOf, steal } from '../../../../test/modules/solvency.ts'
import {
  expectLedgerMatchesChain,
  give,
  recapitalise,
  withdraw,
} from '../../../../test/modules/withdrawals.ts'
import { lowerHex } from '../../../platform/hex.ts'
import { SystemAccountOverdrawnError } from '../../ledger/index.ts'
import { LossRefusedError, postLoss } from '../post-loss.ts'
import { readRecapitalisations } from './read-recapitalisations.ts'

let chain: Chain
beforeAll(async () => {
  chain = await startChain()
})
afterAll(async () => chain?.anvil.stop())

const NODE_DR = { vault: 2, token: 'DR' } as const

const balancesOf = async (app: TestApp, kind: string) => {
  const { rows } = await app.database.read.query<{ code: string; balance: bigint }>({
    text: 'SELECT code, balance FROM ledger_account WHERE kind = $1 AND balance > 0 ORDER BY code',
    values: [kind],
  })
  return rows.map(({ code, balance }) => [code, balance / ONE])
}

describeOnDatabase('recapitalisation', ({ openDatabase }) => {
  test('every vault and token is booked to its own account, which is owed to no one, and shown with its source', async () => {
    const app = await startTestApp(chain, await openDatabase())
    const before = await overviewOf(app)
    expect(before.recapitalisations).toEqual([])
    const hashes: string[] = []
    for (const [index, place] of VAULT_TOKENS.entries()) {
      hashes.push(await recapitalise(app, place, BigInt(index + 2) * ONE))
    }
    await expectLedgerMatchesChain(app)
    expect(await balancesOf(app, 'recapitalised')).toEqual(
      VAULT_TOKENS.map(({ vault, token }, index) => [
        `${vault}:${token}:recapitalised`,
        BigInt(index + 2),
      ]).toSorted(([a], [b]) => (String(a) < String(b) ? -1 : 1)),
    )
    expect(await balancesOf(app, 'unattributed')).toEqual([])
    expect((await app.database.read.query({ text: 'SELECT 1 FROM expected_inflow' })).rows).toEqual([])
    const { reserves, recapitalisations } = await overviewOf(app)
    for (const [index, { reserve, owed, pools }] of reserves.entries()) {
      expect([reserve, owed, pools]).toEqual([
        String(BigInt(before.reserves[index]?.reserve ?? 0) + BigInt(index + 2) * ONE),
        before.reserves[index]?.owed,
        before.reserves[index]?.pools,
      ])
    }
    expect(recapitalisations?.toReversed()).toMatchObject(
      VAULT_TOKENS.map((place, index) => ({
        ...place,
        amount: String(BigInt(index + 2) * ONE),
        source: app.chain.holder.address.toLowerCase(),
        txHash: hashes[index],
      })),
    )
  })

  test('a vault that was short pays again, and the record says who made it good', async () => {
    const app = await startTestApp(chain, await openDatabase())
    const user = await app.newUser('creditor', { usdt: 0n, drgv: 0n })
    await give(app, user, NODE_DR, 400n * ONE)
    await steal(app, NODE_DR, 3n * ONE)
    await expect(withdraw(app, user, NODE_DR, 100n * ONE)).rejects.toMatchObject({ code: 1017 })
    await recapitalise(app, NODE_DR, 2n * ONE)
    await expect(withdraw(app, user, NODE_DR, 100n * ONE)).rejects.toMatchObject({
      code: 1017,
      details: { reason: 'reserve', shortfall: `${ONE}` },
    })
    await recapitalise(app, NODE_DR, ONE)
    await withdraw(app, user, NODE_DR, 100n * ONE)
    const { reserves, recapitalisations } = await overviewOf(app)
    const node = reserves.find(({ vault, token }) => vault === 2 && token === 'DR')
    expect(node).toMatchObject({ reserve: String(400n * ONE), owed: String(400n * ONE), stopped: false })
    expect(recapitalisations?.map(({ amount }) => amount)).toEqual([String(ONE), String(2n * ONE)])
    // Small amounts of others do not hide a large one.
    await app.database.single.query({
      text: `INSERT INTO recapitalisation (key, vault, token, amount, source, at, tx_hash)
        SELECT 'dust ' || n, vault, token, $1::numeric, source, at, tx_hash
        FROM (SELECT * FROM recapitalisation LIMIT 1) one, generate_series(1, 30) n`,
      values: [ONE],
    })
    const amounts = (await readRecapitalisations(app.database.read)).map(({ amount }) => amount)
    expect(amounts).toHaveLength(20)
    expect(amounts).toContain(String(2n * ONE))
  })

  test('what was stolen is posted against it, by two people, once, and never more than is missing', async () => {
    const app = await startTestApp(chain, await openDatabase())
    const user = await app.newUser('creditor', { usdt: 0n, drgv: 0n })
    await give(app, user, NODE_DR, 400n * ONE)
    await steal(app, NODE_DR, 3n * ONE)
    const txHash = lowerHex(`0x${'ab'.repeat(32)}`)
    const loss = {
      ...NODE_DR,
      amount: 3n * ONE,
      txHash,
      by: ['operator 1', 'operator 2'] as const,
      why: 'a theft',
    }
    const post = (change: Partial<Parameters<typeof postLoss>[2]> = {}) =>
      app.database.transaction((tx) => postLoss(tx, app.withdrawal.readReserves, { ...loss, ...change }))
    await expect(post()).rejects.toBeInstanceOf(SystemAccountOverdrawnError) // nothing was paid in
    await recapitalise(app, NODE_DR, 5n * ONE)
    await expect(post({ by: ['operator 1', 'operator 1'] })).rejects.toBeInstanceOf(LossRefusedError)
    await expect(post({ amount: 3n * ONE + 1n })).rejects.toBeInstanceOf(LossRefusedError)
    await expect(post({ vault: 1 })).rejects.toBeInstanceOf(LossRefusedError)
    expect(await post()).toMatchObject({ replayed: false })
    expect(await post()).toMatchObject({ replayed: true })
    await expect(post({ txHash: lowerHex(`0x${'cd'.repeat(32)}`) })).rejects.toBeInstanceOf(LossRefusedError)
    await expectLedgerMatchesChain(app)
    expect(await balancesOf(app, 'recapitalised')).toEqual([['2:DR:recapitalised', 2n]])
    const { reserves } = await overviewOf(app)
    const node = reserves.find(({ vault, token }) => vault === 2 && token === 'DR')
    expect(node).toMatchObject({ reserve: String(402n * ONE), owed: String(400n * ONE), stopped: false })
  })
})
