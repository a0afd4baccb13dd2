import { describe, expect, test } from 'vitest'
import { createGrants, GRANT_COOLDOWN_MS, GRANTS_PER_DAY } from './faucet-grants.ts'

const ALICE = '0xAAAAaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa'
const setUp = () => {
  const clock = { now: 1_000_000 }
  return { clock, grants: createGrants(() => clock.now) }
}

describe('faucet grants', () => {
  test('the second within the cooldown waits, in upper or lower case; another address does not', () => {
    const { clock, grants } = setUp()
    expect(grants.take(ALICE)).toBeUndefined()
    clock.now += 1_000
    expect(grants.take(ALICE.toLowerCase())).toEqual({ retryAfterSeconds: GRANT_COOLDOWN_MS / 1_000 - 1 })
    expect(grants.take(`0x${'b'.repeat(40)}`)).toBeUndefined()
    clock.now += GRANT_COOLDOWN_MS
    expect(grants.take(ALICE)).toBeUndefined()
  })

  test('a day has a limit, which slides', () => {
    const { clock, grants } = setUp()
    for (let count = 0; count < GRANTS_PER_DAY; count += 1) {
      expect(grants.take(ALICE)).toBeUndefined()
      clock.now += GRANT_COOLDOWN_MS
    }
    const day = 86_400
    expect(grants.take(ALICE)).toEqual({
      retryAfterSeconds: day - (GRANTS_PER_DAY * GRANT_COOLDOWN_MS) / 1_000,
    })
    clock.now += day * 1_000
    expect(grants.take(ALICE)).toBeUndefined()
  })

  test('a grant that did not come about counts for nothing', () => {
    const { grants } = setUp()
    expect(grants.take(ALICE)).toBeUndefined()
    grants.giveBack(ALICE)
    expect(grants.take(ALICE)).toBeUndefined()
  })
})
