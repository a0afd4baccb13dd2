import { digitDrawAbi } from '@dr/contracts/abi/digit-draw'
import { drAbi } from '@dr/contracts/abi/dr'
import { CALLS } from '@dr/protocol/calls/index'
import { describeOnDatabase, testWallet } from '@dr/test-kit'
import type { Hex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Chain, drawerKey, ONE, send, startChain } from '../../../test/app/chain.ts'
import { startTestApp } from '../../../test/app/test-app.ts'
import { digitOf } from '../../../test/reference/contract-rules.ts'
import type { Database } from '../../platform/database/database.ts'
import { PRIZE_MULTIPLE } from './round.rules.ts'

let chain: Chain
beforeAll(async () => {
  chain = await startChain()
})
afterAll(async () => chain?.anvil.stop())

const drawer = privateKeyToAccount(drawerKey)

/**
 * The game in the whole app, on a new chain and database: pot 900 DR, bond 500 DR, two players with 1,000 DR
 * each.
 */
const openGame = async (database: Database, { on = true } = {}) => {
  const app = await startTestApp(chain, database, { environment: { GAME: on ? 'on' : 'off' } })
  const { anvil, client, holder } = chain
  const { contracts, game } = app
  const at = { address: contracts.digitDraw, abi: digitDrawAbi } as const
  const players = [testWallet('player a'), testWallet('player b')] as const
  for (const wallet of [...players, drawer, holder]) {
    await anvil.client.setBalance({ address: wallet.address, value: 10n ** 20n })
    if (wallet !== holder) {
      const args = [wallet.address, 1_000n * ONE]
      await send(chain, holder, { address: contracts.dr, abi: drAbi, functionName: 'transfer', args })
    }
    const args = [contracts.digitDraw, 2n ** 255n]
    await send(chain, wallet, { address: contracts.dr, abi: drAbi, functionName: 'approve', args })
  }
  await send(chain, holder, { ...at, functionName: 'fundPot', args: [900n * ONE, 'prizes'] })
  await send(chain, drawer, { ...at, functionName: 'postBond', args: [500n * ONE] })
  const signal = new AbortController().signal
  return {
    contracts,
    players,
    database,
    at,
    conduct: () => game.ticks[0]?.run(signal) ?? Promise.reject(new Error('no tick')),
    finalize: async (blocks = 3) => {
      await anvil.mine(blocks)
      await app.indexer.catchUp()
    },
    draw: (drawId: bigint) => client.readContract({ ...at, functionName: 'drawOf', args: [drawId] }),
    balance: (account: Hex) =>
      client.readContract({ address: contracts.dr, abi: drAbi, functionName: 'balanceOf', args: [account] }),
    call: async <T>(call: { readonly name: string }, body: unknown, account?: Hex): Promise<T> => {
      const route = game.routes.find((one) => one.call.name === call.name)
      if (!route) throw new Error(`no route for ${call.name}`)
      const { request, response } = route.call
      const caller = account && { userId: 1, address: account.toLowerCase(), activated: true, sessionId: 1n }
      return response.parse(
        await route.handle({ params: {}, body: request.parse(body), caller, request: {} } as never),
      ) as T
    },
    /** Travels to the beginning of ten minutes, so that a round opens. */
    toRoundStart: async () => {
      const { timestamp } = await client.getBlock()
      await anvil.client.increaseTime({ seconds: 600 - Number(timestamp % 600n) + 1 })
      await anvil.mine(1)
    },
  }
}
type Game = Awaited<ReturnType<typeof openGame>>

const enter = (game: Game, player: 0 | 1, entry: { drawId: bigint; digit: number; amount: bigint }) =>
  send(chain, game.players[player], {
    ...game.at,
    functionName: 'enter',
    args: [entry.drawId, entry.digit, entry.amount],
  })

/** Travels past the close and the target block, which is final. */
const toDrawing = async (game: Game, drawId: bigint, beyond = 4n): Promise<void> => {
  const { targetBlock } = await game.draw(drawId)
  const latest = await chain.client.getBlockNumber({ cacheTime: 0 })
  await game.finalize(Number(targetBlock + beyond - latest))
}

/** Shortens the reveal to 40 blocks from 8,000, for which Anvil takes minutes. */
const shortenReveal = async ({ at }: Game): Promise<void> => {
  const code = await chain.client.getCode(at)
  const bytecode = code?.replaceAll(push2(8_000), push2(40)) as Hex
  await chain.anvil.client.setCode({ address: at.address, bytecode })
  expect(await chain.client.readContract({ ...at, functionName: 'REVEAL_BLOCKS' })).toBe(40n)
}
const push2 = (value: number): string => `61${value.toString(16).padStart(4, '0')}`

interface Config {
  round: { round: string; state: string; acceptable: string[]; entriesHash: Hex } | null
  pot: { free: string; funded: string; fundings: { memo: string }[] }
  averageReturnBps: number
}
interface Log {
  items: {
    state: string
    digit: number | null
    secret: Hex
    targetHash: Hex
    entriesHash: Hex
    owed: string
    mine: { owed: string; paid: string; entries: unknown[] }
  }[]
}

describeOnDatabase('the digit draw', ({ openDatabase }) => {
  test('a round from its commitment to the prize, with a proof that anyone can check', async () => {
    const game = await openGame(await openDatabase())
    await game.toRoundStart()
    await game.conduct()
    await game.conduct() // again: changes nothing
    const config = await game.call<Config>(CALLS.getGameConfigList, {})
    expect(config).toMatchObject({ averageReturnBps: 9_000, round: { round: '1', state: 'open' } })
    const [a, b] = game.players
    for (let digit = 0; digit < 10; digit += 1) await enter(game, 0, { drawId: 1n, digit, amount: 5n * ONE })
    await enter(game, 1, { drawId: 1n, digit: 3, amount: 2n * ONE })
    expect(await game.balance(a.address)).toBe(950n * ONE)
    await toDrawing(game, 1n)
    await game.conduct()
    await game.conduct()
    await game.finalize()
    const log = await game.call<Log>(CALLS.getDigitLogList, { account: a.address })
    const [item] = log.items
    if (!item) throw new Error('no result')
    expect(log.items).toHaveLength(1)
    expect(item).toMatchObject({ state: 'drawn', mine: { owed: String(45n * ONE), paid: '0' } })
    expect(digitOf(item)).toBe(item.digit)
    const block = await chain.client.getBlock({ blockNumber: (await game.draw(1n)).targetBlock })
    expect(item.targetHash).toBe(block.hash)
    await send(chain, b, { ...game.at, functionName: 'claim', args: [1n, a.address] }) // for a
    await game.finalize()
    expect(await game.balance(a.address)).toBe(995n * ONE)
    const after = await game.call<Log>(CALLS.getDigitLogList, { account: a.address })
    expect(after.items[0]?.mine).toMatchObject({ owed: String(45n * ONE), paid: String(45n * ONE) })
    expect(after.items[0]?.mine.entries).toHaveLength(10)
    const won = item.digit === 3 ? 18n : 0n
    const { pot } = await game.call<Config>(CALLS.getGameConfigList, {})
    expect(pot.free).toBe(String((900n - 45n - won) * ONE))
    expect(pot).toMatchObject({ funded: String(900n * ONE), fundings: [{ memo: 'prizes' }] })
  })

  test('an outage longer than the 256 blocks of `blockhash`: the secret is still accepted', async () => {
    const game = await openGame(await openDatabase())
    await game.toRoundStart()
    await game.conduct()
    await enter(game, 0, { drawId: 1n, digit: 7, amount: 10n * ONE })
    await toDrawing(game, 1n, 300n)
    await game.conduct()
    await game.finalize()
    const { items } = await game.call<Log>(CALLS.getDigitLogList, { account: game.players[0].address })
    const [item] = items
    if (!item) throw new Error('no result')
    expect(item.state).toBe('drawn')
    expect(digitOf(item)).toBe(item.digit)
    const block = await chain.client.getBlock({ blockNumber: (await game.draw(1n)).targetBlock })
    expect(item.targetHash).toBe(block.hash)
  })

  test('a secret that is revealed too late: entries are refunded from the bond', async () => {
    const game = await openGame(await openDatabase())
    await game.toRoundStart()
    await game.conduct()
    await enter(game, 0, { drawId: 1n, digit: 7, amount: 10n * ONE })
    await shortenReveal(game)
    await toDrawing(game, 1n, 45n)
    await game.conduct()
    await game.finalize()
    const { items } = await game.call<Log>(CALLS.getDigitLogList, { account: game.players[0].address })
    expect(items[0]).toMatchObject({ state: 'expired', digit: null, mine: { owed: String(10n * ONE) } })
    await send(chain, drawer, {
      ...game.at,
      functionName: 'claim',
      args: [1n, game.players[0].address],
    })
    expect(await game.balance(game.players[0].address)).toBe(1_000n * ONE)
  })

  test('what the contract would refuse is refused with a reason: 1028, 10002, 20004', async () => {
    const game = await openGame(await openDatabase())
    await game.toRoundStart()
    const [a] = game.players
    const ask = (round: string, digit: number, amount: bigint) =>
      game.call(CALLS.addDigitUserLog, { round, digit, amount: String(amount) }, a.address)
    await expect(ask('1', 1, ONE)).rejects.toMatchObject({ code: 1028 }) // none yet
    await game.conduct()
    await expect(ask('1', 1, ONE)).resolves.toMatchObject({ prize: String(9n * ONE), amount: String(ONE) })
    await expect(ask('2', 1, ONE)).rejects.toMatchObject({ code: 1028 })
    await expect(ask('1', 1, ONE - 1n)).rejects.toMatchObject({ code: 10002 })
    await expect(ask('1', 1, 100n * ONE + 1n)).rejects.toMatchObject({
      code: 10002,
      details: { path: 'amount', acceptable: String(100n * ONE) },
    })
    await send(chain, a, {
      address: game.contracts.dr,
      abi: drAbi,
      functionName: 'transfer',
      args: [drawer.address, 999n * ONE],
    })
    await expect(ask('1', 1, 2n * ONE)).rejects.toMatchObject({ code: 20004 })
    await toDrawing(game, 1n)
    await expect(ask('1', 1, ONE)).rejects.toMatchObject({ code: 1028 })
  })

  test('off: every call says so, and no round is opened, but what runs is settled', async () => {
    const database = await openDatabase()
    const game = await openGame(database, { on: false })
    await game.toRoundStart()
    await game.conduct()
    await expect(game.call(CALLS.getGameConfigList, {})).rejects.toMatchObject({ code: 1023 })
    await expect(game.call(CALLS.getDigitLogList, {})).rejects.toMatchObject({ code: 1023 })
    const entry = { round: '1', digit: 1, amount: '1' }
    await expect(game.call(CALLS.addDigitUserLog, entry, drawer.address)).rejects.toMatchObject({
      code: 1023,
    })
    expect(await chain.client.readContract({ ...game.at, functionName: 'drawCount' })).toBe(0n)
    expect(await chain.client.readContract({ ...game.at, functionName: 'PRIZE_MULTIPLE' })).toBe(
      PRIZE_MULTIPLE,
    )
  })
})
