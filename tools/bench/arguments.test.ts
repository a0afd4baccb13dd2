import { describe, expect, test } from 'vitest'
import { ArgumentsError, readArguments } from './arguments.ts'

const known = ['ledger.journal', 'gas.buyMachine10', 'gas.withdrawDR', 'web.first-load']

describe('readArguments', () => {
  test.each([
    [[], known],
    [['gas'], ['gas.buyMachine10', 'gas.withdrawDR']],
    [['gas.w'], ['gas.withdrawDR']],
    [
      ['web', 'gas.withdrawDR', 'gas.with'],
      ['gas.withdrawDR', 'web.first-load'],
    ],
  ])('%j chooses %j', (args, names) => {
    expect(readArguments(args, known)).toEqual({ names, check: false })
  })

  test('--check may be anywhere', () => {
    expect(readArguments(['--check', 'web'], known)).toEqual({ names: ['web.first-load'], check: true })
    expect(readArguments(['web', '--check'], known).check).toBe(true)
  })

  test.each([[['gaz']], [['web', 'nothing']], [['']], [['ledger.journal.more']]])(
    'refuses %j, and says what there is',
    (args) => {
      expect(() => readArguments(args, known)).toThrow(ArgumentsError)
      expect(() => readArguments(args, known)).toThrow(/ledger\.journal, gas\.buyMachine10/)
    },
  )

  test('refuses an option it does not know', () => {
    expect(() => readArguments(['--chek'], known)).toThrow(ArgumentsError)
  })
})
