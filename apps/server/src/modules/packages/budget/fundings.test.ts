import { CALLS } from '@dr/protocol/calls/index'
import { describeOnDatabase } from '@dr/test-kit'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Chain, ONE, startChain, startTestApp } from '../../../../test/app/test-app.ts'
import { booksAreRight, deposit, fundBudget, newDepositor, TERM } from '../../../../test/modules/packages.ts'
import { seedPackages } from '../terms/seed-packages.ts'

let chain: Chain
beforeAll(async () => {
  chain = await startChain()
})
afterAll(async () => chain?.anvil.stop())

describeOnDatabase('fundings of budgets', ({ openDatabase }) => {
  test('keep source and memo, and each position names those that paid for it', async () => {
    const app = await startTestApp(chain, await openDatabase(), { packages: [TERM] })
    const user = await newDepositor(app, 'depositor')
    const funded = []
    for (const memo of ['first', 'sec\u0000ond']) {
      funded.push(await fundBudget(app, { packageId: 1, token: 'USDT', amount: 3n * ONE, memo }))
    }
    for (const amount of [200n, 200n])
      await deposit(app, user.wallet, { packageId: 1, token: 'USDT', amount: amount * ONE })
    await app.finalize()
    const { rows } = await app.database.read.query<{ source: { fundedBy: string[] } }>({
      text: `SELECT source FROM journal WHERE reason = 'package.commit' ORDER BY id`,
    })
    expect(rows.map(({ source }) => source.fundedBy)).toEqual([[funded[0]], funded])
    // Dust with a memo never reaches the books.
    const dust = { packageId: 1, token: 'USDT', amount: ONE - 1n, memo: 'dust is not shown' } as const
    await expect(fundBudget(app, dust)).rejects.toThrow(/AmountTooSmall/)
    await app.finalize()
    const [term] = (await app.call(CALLS.getPackageConfigList, undefined, {})).items
    const memos = term?.kind === 'term' ? term.incomes[0]?.fundings.map(({ memo }) => memo) : []
    expect(memos).toEqual(['second', 'first'])
    await booksAreRight(app)
  })

  test('may come before the package; a number no package can have leaves the money unattributed', async () => {
    const app = await startTestApp(chain, await openDatabase(), { packages: [] })
    await fundBudget(app, { packageId: 1, token: 'USDT', amount: 5n * ONE })
    await fundBudget(app, { packageId: 2n ** 200n, token: 'USDT', amount: 7n * ONE })
    expect((await app.call(CALLS.getPackageConfigList, undefined, {})).items).toEqual([])
    const { rows } = await app.database.read.query({
      text: 'SELECT package_id, left_amount FROM package_budget',
    })
    expect(rows).toEqual([{ package_id: 1, left_amount: 5n * ONE }])
    await booksAreRight(app)
    const listed = async () => {
      const { funding } = await app.call(CALLS.overview, undefined, {})
      return funding.flatMap(({ stream, packageId }) => (stream === 'package' ? [packageId] : []))
    }
    expect(await listed()).toEqual([]) // anyone can fund a budget without a package: those are not listed
    const reserves = await app.withdrawal.readReserves(app.database.read)
    const node = reserves.find(({ vault, token }) => vault === 2 && token === 'USDT')
    expect(node?.poolsByKind).toMatchObject({ 'package-budget': 5n * ONE }) // the vault holds it anyway
    await app.database.transaction((tx) => seedPackages(tx, [TERM]))
    await app.finalize()
    expect(await listed()).toEqual([1])
  })
})
