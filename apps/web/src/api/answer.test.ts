import { expect, it } from 'vitest'
import { codeInText, readAnswer } from './answer.ts'

it('a success flag returns the body', () => {
  const body = { success: true, code: 0, message: '', data: { a: 1 } }
  expect(readAnswer(body, 200)).toBe(body)
})
it('a failed legacy call is an error with its code', () => {
  expect(() => readAnswer({ success: false, code: 1016, message: 'whole' }, 400)).toThrow(
    expect.objectContaining({ kind: 'server', code: 1016 }),
  )
})
it('an unknown form of answer is a transport error', () => {
  expect(() => readAnswer(['x'], 200)).toThrow(expect.objectContaining({ kind: 'transport', code: 0 }))
})
it.each([
  ['Request failed with status code 401', 0],
  ['{"errorCode":1007}', 1007],
  ['error 20009 happened at 12345', 20009],
  ['code: 99999', 0],
  ['', 0],
])('reads the code of %j', (text, code) => {
  expect(codeInText(text)).toBe(code)
})
