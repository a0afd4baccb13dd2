import { describeOnPostgres } from '@dr/test-kit'
import { expect, test } from 'vitest'
import type { UserId } from '../../platform/ids.ts'
import { foldAll, foldSome } from './fold-activity.ts'
import { readFigures } from './read-figures.ts'
import { RememberedTree, TreeChangedError } from './remembered-tree.ts'
import { bindUser, doDeeds, plantUser } from './test-forest.ts'

const NOW = 1_795_003_200n
const WRITERS = 8
const EACH = 20

class Killed extends Error {}

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
          await bindUser(tx, { userId: id, inviterId, at: NOW })
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
    /** Each remembers the tree, which the other changes meanwhile, and begins anew where that shows. */
    const fold = async (kills: boolean) => {
      let memory = new RememberedTree()
      for (let turn = 0; writing > 0; turn++) {
        const some = database.transaction(async (tx) => {
          await foldSome(tx, { limit: 1 + (turn % 23), memory })
          if (kills && turn % 3 === 0) throw new Killed()
        })
        await some.catch((error: unknown) => {
          if (error instanceof TreeChangedError) memory = new RememberedTree()
          else if (!(error instanceof Killed)) throw error
        })
      }
    }
    await Promise.all([...Array.from({ length: WRITERS }, (_, n) => write(n)), fold(true), fold(false)])
    await foldAll(database, { batch: 50 })

    const ids = Array.from({ length: WRITERS * EACH }, (_, index) => index + 2)
    const sum = (of: readonly number[]) => of.reduce((total, id) => total + BigInt(id), 0n)
    const at = async (id: number) => readFigures(database.read, { userId: id as UserId, now: NOW })
    const { mine, totals } = await at(1)
    const whole = { members: ids.length, burned: sum(ids), staked: BigInt(ids.length) }
    expect(mine.team).toMatchObject({ ...whole, newToday: whole.members })
    expect(totals).toMatchObject(whole)
    for (const id of ids) {
      const last = 1 + (Math.floor((id - 2) / EACH) + 1) * EACH
      const below = ids.filter((one) => one > id && one <= last)
      const team = { members: below.length, burned: sum(below), staked: BigInt(below.length) }
      expect([id, (await at(id)).mine]).toMatchObject([id, { team, own: { burned: BigInt(id), staked: 1n } }])
    }
  })
})
