import { describe, expect, test } from 'vitest'
import { ERROR_MESSAGES } from './error-messages.ts'
import { ERRORS, type ErrorName, errorNameOf, LOGOUT_CODES, SILENT_CODE } from './errors.ts'

/** The requirement's catalogue (§8) and docs/product.md 14. */
const CODES = [
  1007, 1009, 1010, 1011, 1012, 1013, 1014, 1015, 1016, 1017, 1018, 1020, 1023, 1028, 1039, 1040, 1041, 1042,
  1043, 1044, 10001, 10002, 10003, 10004, 10007, 10008, 10010, 10011, 10013, 10014, 20002, 20003, 20004,
  20005, 20006, 20007, 20008, 20009, 30001, 30002, 30003, 30004, 30005, 30006, 30007,
]
const names = Object.keys(ERRORS) as ErrorName[]

describe('the error table', () => {
  test('has every code of the requirement and of the product, once', () => {
    expect(names.map((name) => ERRORS[name].code).toSorted((a, b) => a - b)).toEqual(
      CODES.toSorted((a, b) => a - b),
    )
  })

  test('a code names its error', () => {
    for (const name of names) expect(errorNameOf(ERRORS[name].code)).toBe(name)
    expect(errorNameOf(0)).toBeUndefined()
    expect(errorNameOf(99_999)).toBeUndefined()
  })

  test('HTTP 401 is for the four codes that end a session, and for no other', () => {
    const ending = names.filter((name) => ERRORS[name].status === 401).map((name) => ERRORS[name].code)
    expect(ending.toSorted((a, b) => a - b)).toEqual([1007, 10003, 10010, 10011])
    for (const code of LOGOUT_CODES) expect(ending).toContain(code)
    expect(SILENT_CODE).toBe(10013)
  })

  test('each has a message of its own', () => {
    const texts = names.map((name) => ERROR_MESSAGES[name])
    expect(new Set(texts).size).toBe(texts.length)
    for (const text of texts) expect(text).toMatch(/^[A-Z].*[.]$/)
  })
})
