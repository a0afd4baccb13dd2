import { describeOnPostgres } from '@dr/test-kit'
import { expect, test } from 'vitest'
import type { UserId } from '../../platform/ids.ts'
import { createFold, foldAll } from './fold-activity.ts'
import { readFigures } from './read-figures.ts'
import { bindUser, doDeeds, Killed, mortal, plantUser } from './test-forest.ts'

const NOW = 1_795_003_200n
const DAY = 86_400n
const WRITERS = 8
const EACH = 20

/** Of today and the two days before, in no order. */
const joinedAt = (id: number): bigint => NOW - BigInt(id % 3) * DAY
const joinedToday = (ids: readonly number[]) => ids.filter((id) => joinedAt(id) === NOW).length

describeOnPostgres('folding while people join and act', ({ openDatabase }) => {
  test('many write, two fold, some folds are killed: each activity counts once', async () => {
    const database = await openDatabase()
    await database.transaction((tx) => plantUser(tx, 1, { genesis: true }))
    let writing = WRITERS
    /** Each writer grows a chain of its own below the root, and everybody in it burns once and stakes once. */
    const write = async (writer: number) => {
      for (let step = 0; step < EACH; step++) {
        const id = 2 + writer * EACH + step
        const inviterId = step === 0 ? 1 : id - 1
        await database.transaction(async (tx) => {
          await plantUser(tx, id, { genesis: false })
          await bindUser(tx, { userId: id, inviterId, at: joinedAt(id) })
        })
        await database.transaction((tx) =>
          doDeeds(tx, [
            { userId: id, kind: 'burned', at: NOW, amount: BigInt(id) },
            { userId: id, kind: 'staked', at: NOW, amount: 1n },
          ]),
        )
      }
      writing--
    }
    /** Each remembers the tree, which the other changes meanwhile. */
    const fold = async (kills: boolean) => {
      let turn = 0
      const lifetime = () => (kills && turn % 3 === 0 ? turn % 14 : null)
      const some = createFold(mortal(database, lifetime))
      for (; writing > 0; turn++) {
        await some(1 + (turn % 23)).catch((error: unknown) => {
          if (!(error instanceof Killed)) throw error
        })
      }
    }
    await Promise.all([...Array.from({ length: WRITERS }, (_, n) => write(n)), fold(true), fold(false)])
    await foldAll(createFold(database), { batch: 50 })

    const ids = Array.from({ length: WRITERS * EACH }, (_, index) => index + 2)
    const sum = (of: readonly number[]) => of.reduce((total, id) => total + BigInt(id), 0n)
    const at = async (id: number) => readFigures(database.read, { userId: id as UserId, now: NOW })
    const { mine, totals } = await at(1)
    const whole = { members: ids.length, burned: sum(ids), staked: BigInt(ids.length) }
    expect(mine.team).toMatchObject({ ...whole, newToday: joinedToday(ids) })
    expect(totals).toMatchObject(whole)
    for (const id of ids) {
      const last = 1 + (Math.floor((id - 2) / EACH) + 1) * EACH
      const below = ids.filter((one) => one > id && one <= last)
      const amounts = { burned: sum(below), staked: BigInt(below.length) }
      const team = { ...amounts, members: below.length, newToday: joinedToday(below) }
      expect([id, (await at(id)).mine]).toMatchObject([id, { team, own: { burned: BigInt(id), staked: 1n } }])
    }
  })
})
