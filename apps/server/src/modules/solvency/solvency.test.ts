import { drAbi } from '@dr/contracts/abi'
import { VAULT_TOKENS, type VaultToken } from '@dr/protocol/tokens'
import { describeOnDatabase } from '@dr/test-kit'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Chain, ONE, startChain, startTestApp, type TestApp } from '../../../test/app/test-app.ts'
import { deposit, fundBudget, newDepositor, OF_DR, TERM } from '../../../test/modules/packages.ts'
import { overviewOf, steal } from '../../../test/modules/solvency.ts'
import {
  expectLedgerMatchesChain,
  give,
  giveDrToBurn,
  moneyOf,
  transfer,
  withdraw,
} from '../../../test/modules/withdrawals.ts'
import { AppError } from '../../platform/app-error.ts'
import { createLogger } from '../../platform/logger.ts'
import { createRegistry } from '../../platform/metrics.ts'
import { checkReservesTick } from './check-reserves.ts'

let chain: Chain
beforeAll(async () => {
  chain = await startChain()
})
afterAll(async () => chain?.anvil.stop())

const NODE_USDT = { vault: 2, token: 'USDT' } as const
const NODE_DR = { vault: 2, token: 'DR' } as const
const DEFLATION_DR = { vault: 1, token: 'DR' } as const

const check = async (app: TestApp) => {
  const tick = app.solvency.ticks.find(({ name }) => name === 'solvency.check-reserves')
  await tick?.run(new AbortController().signal)
}

const gauge = async (app: TestApp, name: string, { vault, token }: VaultToken) => {
  const found = new RegExp(`^${name}\\{vault="${vault}",token="${token}"\\} (\\S+)$`, 'm').exec(
    await app.registry.metrics(),
  )
  return found?.[1]
}

describeOnDatabase('solvency', ({ openDatabase }) => {
  const open = async () => {
    const app = await startTestApp(chain, await openDatabase(), { packages: [TERM, OF_DR] })
    const user = await app.newUser('creditor', { usdt: 0n, drgv: 0n })
    return { app, user }
  }

  test('a shortfall of one token stops its vault, says so, and is over when the money is there again', async () => {
    const { app, user } = await open()
    for (const place of [NODE_USDT, NODE_DR, DEFLATION_DR]) await give(app, user, place, 400n * ONE)
    await giveDrToBurn(app, user, 100n * ONE)
    await check(app)
    const before = await overviewOf(app)
    expect(before.reserves.map(({ stopped }) => stopped)).toEqual([false, false, false, false, false])
    expect(before.shortfalls).toEqual([])

    await steal(app, NODE_USDT, 3n * ONE)
    for (const place of [NODE_USDT, NODE_DR]) {
      await expect(withdraw(app, user, place, 100n * ONE)).rejects.toMatchObject({
        code: 1017,
        details: { reason: 'reserve', account: 2, token: 'USDT', shortfall: `${3n * ONE}` },
      })
    }
    await withdraw(app, user, DEFLATION_DR, 100n * ONE) // another vault continues
    await check(app)
    expect(await gauge(app, 'vault_shortfall_base_units', NODE_USDT)).toBe('3000000000000000000')
    expect(await gauge(app, 'vault_shortfall_base_units', NODE_DR)).toBe('0')
    expect(await gauge(app, 'vault_unbooked_base_units', NODE_USDT)).toBe('-3000000000000000000')
    await steal(app, NODE_USDT, ONE)
    await check(app)
    const during = await overviewOf(app)
    expect(during.reserves.map(({ vault, token, stopped }) => [vault, token, stopped])).toEqual([
      [0, 'DR', false],
      [1, 'USDT', false],
      [1, 'DR', false],
      [2, 'USDT', true],
      [2, 'DR', true],
    ])
    expect(during.shortfalls).toMatchObject([{ vault: 2, token: 'USDT', until: null, worst: `${4n * ONE}` }])
    expect(await moneyOf(app, user, NODE_USDT)).toEqual({ available: 400n * ONE, held: 0n })

    await transfer(app, 'USDT', app.contracts.withdrawalVaults[2], 4n * ONE)
    await app.travel(60)
    await withdraw(app, user, NODE_USDT, 100n * ONE)
    await check(app)
    const after = await overviewOf(app)
    expect(after.reserves.every(({ stopped }) => !stopped)).toBe(true)
    const [over] = after.shortfalls
    expect(over).toMatchObject({ since: during.shortfalls[0]?.since, worst: `${4n * ONE}` })
    expect(over?.until).toBeGreaterThan(over?.since ?? Infinity)
    // The shortfall remains in the books: the later inflow came from another account, and belongs to no user.
    expect(await gauge(app, 'vault_unbooked_base_units', NODE_USDT)).toBe('-4000000000000000000')
  })

  test('what the log says of a shortfall names its vault and token', async () => {
    const { app, user } = await open()
    await give(app, user, NODE_USDT, 400n * ONE)
    await steal(app, NODE_USDT, 3n * ONE)
    const lines: unknown[] = []
    const tick = checkReservesTick({
      database: app.database,
      logger: createLogger('info', { write: (line) => void lines.push(JSON.parse(line)) }),
      registry: createRegistry({ defaults: false }),
      readReserves: app.withdrawal.readReserves,
    })
    await tick.run(new AbortController().signal)
    expect(lines).toMatchObject([
      { level: 'error', ...NODE_USDT, msg: 'the vault does not hold what is booked' },
      { level: 'error', ...NODE_USDT, msg: 'the vault holds less than is owed: it is stopped' },
    ])
  })

  test('the comparison is kept, once a block', async () => {
    const { app, user } = await open()
    await give(app, user, NODE_USDT, 7n * ONE)
    await check(app)
    const rows = async () =>
      (
        await app.database.read.query({
          text: 'SELECT vault, token, block_number, reserve, booked, owed, pools FROM reserve_check ORDER BY vault, token',
        })
      ).rows
    const first = await rows()
    expect(first).toHaveLength(VAULT_TOKENS.length)
    const block = await app.database.read.query<{ n: bigint }>({
      text: 'SELECT block_number AS n FROM chain_clock',
    })
    expect(first.at(-1)).toEqual({
      vault: 2,
      token: 'USDT',
      block_number: block.rows[0]?.n,
      reserve: 7n * ONE,
      booked: 7n * ONE,
      owed: 7n * ONE,
      pools: 0n,
    })
    await check(app)
    expect(await rows()).toEqual(first)
    await app.finalize()
    await check(app)
    expect(await rows()).not.toEqual(first)
  })

  test('what strangers send to any vault belongs to no user; a deposit and a funding are booked once, by their own events', async () => {
    const { app } = await open()
    for (const { vault, token } of VAULT_TOKENS) {
      await transfer(app, token, app.contracts.withdrawalVaults[vault], 5n * ONE)
    }
    const user = await newDepositor(app, 'depositor')
    await fundBudget(app, { packageId: 1, token: 'USDT', amount: 1_000n * ONE })
    await deposit(app, user.wallet, {
      packageId: 1,
      token: 'USDT',
      incomeToken: 'USDT',
      amount: 100n * ONE,
    })
    // the same amount, from the same wallet, by a plain transfer
    await app.send(user.wallet, {
      address: app.contracts.usdt,
      abi: drAbi,
      functionName: 'transfer',
      args: [app.contracts.withdrawalVaults[2], 100n * ONE],
    })
    await app.finalize()
    await expectLedgerMatchesChain(app)
    const { rows } = await app.database.read.query<{ code: string; balance: bigint }>({
      text: `SELECT code, balance FROM ledger_account WHERE kind = 'unattributed' AND balance > 0 ORDER BY code`,
    })
    expect(rows.map(({ code, balance }) => [code, balance / ONE])).toEqual([
      ['0:DR:unattributed', 5n],
      ['1:DR:unattributed', 5n],
      ['1:USDT:unattributed', 5n],
      ['2:DR:unattributed', 5n],
      ['2:USDT:unattributed', 105n],
    ])
    const left = await app.database.read.query({ text: 'SELECT 1 FROM expected_inflow' })
    expect(left.rows).toEqual([])
    const { reserves } = await overviewOf(app)
    const node = reserves.find(({ vault, token }) => vault === 2 && token === 'USDT')
    const part = (kind: string) => BigInt(node?.parts.find((one) => one.kind === kind)?.amount ?? 0)
    expect(part('users')).toBe(100n * ONE)
    expect(part('package-budget') + part('package-committed')).toBe(1_000n * ONE)
    expect(BigInt(node?.owed ?? 0) + BigInt(node?.pools ?? 0)).toBe(1_100n * ONE)
  })

  test('while the node has not the ledger’s block, the comparison waits, says so once, and goes on', async () => {
    const database = await openDatabase()
    const app = await startTestApp(chain, database)
    const lines: string[] = []
    const logger = createLogger('info', { write: (line) => void lines.push(line) })
    let answers = false
    const tick = checkReservesTick({
      database,
      logger,
      registry: createRegistry({ defaults: false }),
      readReserves: async (reader) => {
        if (!answers) throw new AppError('NO_PRICE', { details: { reason: 'chain-unavailable' } })
        return app.withdrawal.readReserves(reader)
      },
    })
    const run = () => tick.run(new AbortController().signal)
    await run()
    await run()
    expect(lines).toHaveLength(1)
    answers = true
    await run()
    const { rows } = await database.read.query({ text: 'SELECT 1 FROM reserve_check' })
    expect(rows).toHaveLength(VAULT_TOKENS.length)
  })
})
