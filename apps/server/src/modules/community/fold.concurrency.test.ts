import { describeOnPostgres } from '@dr/test-kit'
import { expect, test } from 'vitest'
import {
  bindUser,
  failingDatabase,
  Killed,
  plantUser,
  queueActivities,
} from '../../../test/modules/forest.ts'
import type { UserId } from '../../platform/ids.ts'
import { dailyFigures } from './daily-figures.ts'
import { foldAll, foldSome } from './fold-activity.ts'
import { readFigures } from './read-figures.ts'

const NOW = 1_795_003_200n
const DAY = 86_400n
const WRITERS = 8
const EACH = 20

/** A time today or on the two days before, in no order. */
const joinedAt = (id: number): bigint => NOW - BigInt(id % 3) * DAY
const DAYS = [0n, 1n, 2n].map((back) => NOW - back * DAY)
const sum = (ids: readonly number[]) => ids.reduce((total, id) => total + BigInt(id), 0n)

/** Activity of a team of these users, newest day first. */
const byDay = (team: readonly number[]) =>
  DAYS.flatMap((at) => {
    const ids = team.filter((id) => joinedAt(id) === at)
    const day = new Date(Number(at) * 1_000).toISOString().slice(0, 10)
    const did = { newMembers: ids.length, burned: String(sum(ids)), staked: String(ids.length) }
    return ids.length === 0 ? [] : [{ day, team: did }]
  })

describeOnPostgres('folding while people join and act', ({ openDatabase }) => {
  test('many write, two fold, some folds are killed: each activity counts once', async () => {
    const database = await openDatabase()
    await database.transaction((tx) => plantUser(tx, 1, { genesis: true }))
    let writing = WRITERS
    /** Each writer grows its own chain below the root, and each user in it burns once and stakes once. */
    const write = async (writer: number) => {
      for (let step = 0; step < EACH; step++) {
        const id = 2 + writer * EACH + step
        const inviterId = step === 0 ? 1 : id - 1
        await database.transaction(async (tx) => {
          await plantUser(tx, id, { genesis: false })
          await bindUser(tx, { userId: id, inviterId, at: joinedAt(id) })
        })
        await database.transaction((tx) =>
          queueActivities(tx, [
            { userId: id, kind: 'burned', at: joinedAt(id), amount: BigInt(id) },
            { userId: id, kind: 'staked', at: joinedAt(id), amount: 1n },
          ]),
        )
      }
      writing--
    }
    const fold = async (kills: boolean) => {
      let turn = 0
      const lifetime = () => (kills && turn % 3 === 0 ? turn % 14 : null)
      const folding = failingDatabase(database, lifetime)
      for (; writing > 0; turn++) {
        await foldSome(folding, 1 + (turn % 23)).catch((error: unknown) => {
          if (!(error instanceof Killed)) throw error
        })
      }
    }
    await Promise.all([...Array.from({ length: WRITERS }, (_, n) => write(n)), fold(true), fold(false)])
    await foldAll(database, { batch: 50 })

    const ids = Array.from({ length: WRITERS * EACH }, (_, index) => index + 2)
    const at = async (id: number) => readFigures(database.read, { userId: id as UserId, now: NOW })
    const daysOf = async (id: number) =>
      (await dailyFigures(database.read, { userId: id as UserId, limit: 10 })).items
    const { mine, totals } = await at(1)
    const whole = { members: ids.length, burned: sum(ids), staked: BigInt(ids.length) }
    expect(mine.team).toMatchObject(whole)
    expect(totals).toMatchObject(whole)
    for (const id of ids) {
      const last = 1 + (Math.floor((id - 2) / EACH) + 1) * EACH
      const below = ids.filter((one) => one > id && one <= last)
      const team = { members: below.length, burned: sum(below), staked: BigInt(below.length) }
      expect([id, (await at(id)).mine]).toMatchObject([id, { team, own: { burned: BigInt(id), staked: 1n } }])
      expect([id, await daysOf(id)]).toMatchObject([id, byDay(below)])
    }
    expect(await daysOf(1)).toMatchObject(byDay(ids))
  })
})
