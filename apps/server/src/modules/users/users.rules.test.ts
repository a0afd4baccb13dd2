import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { UserId } from '../../platform/ids.ts'
import {
  type Bound,
  decideBinding,
  INVITE_CODE_ALPHABET,
  inviteCodeFrom,
  readInviterName,
} from './users.rules.ts'

const bytes = fc.uint8Array({ minLength: 8, maxLength: 8 })

describe('invitation codes', () => {
  test('any eight bytes give a code that reads back as itself, in any case', () => {
    fc.assert(
      fc.property(bytes, (random) => {
        const code = inviteCodeFrom(random)
        expect(code).toMatch(/^[A-HJ-NP-Z2-9]{8}$/)
        expect(readInviterName(` ${code.toLowerCase()}\n`)).toEqual({ by: 'code', code })
      }),
    )
  })

  test('every character is as likely as every other', () => {
    const counts = new Map<string, number>()
    for (let byte = 0; byte < 256; byte++) {
      const letter = inviteCodeFrom(new Uint8Array(8).fill(byte)).charAt(0)
      counts.set(letter, (counts.get(letter) ?? 0) + 1)
    }
    expect([...counts.keys()].toSorted()).toEqual([...INVITE_CODE_ALPHABET].toSorted())
    expect(new Set(counts.values())).toEqual(new Set([8]))
  })
})

/** A history of bindings by the rules only, in any order. */
const history = fc.array(fc.tuple(fc.nat({ max: 7 }), fc.nat({ max: 7 })), { maxLength: 60 })

describe('decideBinding', () => {
  test('whatever is tried in whatever order: no cycle, and every chain ends at the genesis account', () => {
    fc.assert(
      fc.property(history, (attempts) => {
        const users = new Map<number, Bound>(
          Array.from({ length: 8 }, (_, id) => [
            id,
            { id: id as UserId, inviterId: null, activated: id === 0 },
          ]),
        )
        const at = (id: number) => users.get(id) as Bound
        const isBelow = (id: number, ancestor: number): boolean => {
          const { inviterId } = at(id)
          return inviterId !== null && (inviterId === ancestor || isBelow(inviterId, ancestor))
        }
        for (const [id, inviter] of attempts) {
          const decision = decideBinding({
            user: at(id),
            inviter: at(inviter),
            inviterInDownline: isBelow(inviter, id),
          })
          if (decision.kind === 'bind') {
            expect(at(id).inviterId).toBeNull()
            users.set(id, { ...at(id), inviterId: inviter as UserId, activated: true })
          }
        }
        for (const { id, inviterId } of users.values()) {
          if (inviterId !== null) expect(isBelow(id, 0)).toBe(true)
        }
      }),
    )
  })
})
