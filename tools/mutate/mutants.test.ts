import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { compile, treesOf } from './compiler.ts'
import { descriptionOf, idOf, mutantsOf, withFault } from './mutants.ts'

const SOURCE = `// SPDX-License-Identifier: GPL-3.0-or-later
pragma solidity ^0.8.28;
contract Vault {
    uint256 public total; // € is two bytes more than characters
    event Paid(address by, uint256 amount);
    error TooMuch(uint256 amount, uint256 limit);
    modifier once() { if (total != 0) revert TooMuch(total, 0); _; }
    function pay(uint256 amount, uint256 limit) external once returns (uint256 left) {
        if (amount > limit || amount == 7) revert TooMuch(amount, limit);
        total += amount;
        emit Paid(msg.sender, amount);
        return limit - amount;
    }
}
`

/** A Foundry project with this one source. */
const projectOf = (text: string) => {
  const project = mkdtempSync(join(tmpdir(), 'dr-mutants-'))
  onTestFinished(() => rmSync(project, { recursive: true }))
  mkdirSync(join(project, 'src'))
  writeFileSync(join(project, 'src/Vault.sol'), text)
  return { project, packages: project, files: ['src/Vault.sol'] }
}
const faultsOf = (text: string) =>
  mutantsOf('src/Vault.sol', text, treesOf(projectOf(text)).get('src/Vault.sol'))

it('finds each kind of fault where it can be', () => {
  const shown = faultsOf(SOURCE).map((one) => `${one.line} ${one.operator}: ${one.to}`)
  expect(shown).toEqual(
    expect.arrayContaining([
      '9 condition: if (false) revert TooMuch(amount, limit)',
      '9 comparison: if (amount >= limit || amount == 7) revert TooMuch(amount, limit)',
      '9 logic: if (amount > limit && amount == 7) revert TooMuch(amount, limit)',
      '9 operand: if (amount == 7) revert TooMuch(amount, limit)',
      '9 literal: if (amount > limit || amount == 8) revert TooMuch(amount, limit)',
      '9 argument order: revert TooMuch(limit, amount);',
      '8 modifier: function pay(uint256 amount, uint256 limit) external returns (uint256 left)',
      '10 assignment: total -= amount;',
      '10 statement: {}',
      '11 statement: {}',
      '12 arithmetic: return limit + amount;',
      '12 statement: {}',
    ]),
  )
})

it('does not try what only says that a guard always refuses', () => {
  expect(faultsOf(SOURCE).filter(({ to }) => to.startsWith('if (true)'))).toEqual([])
})

it('moves no boundary at which the two values to choose from are equal', () => {
  const clamped = SOURCE.replace(
    'total += amount;',
    'if (total < limit) total = limit; total = left < amount ? left : amount;',
  )
  const comparisons = faultsOf(clamped).filter(
    ({ operator, line }) => operator === 'comparison' && line === 10,
  )
  expect(comparisons.map(({ to }) => to)).toEqual([
    'if (total >= limit) total = limit',
    'total = left >= amount ? left : amount;',
  ])
})

it('makes a source of each that compiles to other code, or that the compiler refuses', () => {
  const job = { ...projectOf(SOURCE), optimized: false }
  const original = compile({ ...job, replaced: {} })
  if (!original.ok) throw new Error(original.errors)
  const results = faultsOf(SOURCE).map((mutant) =>
    compile({ ...job, replaced: { 'src/Vault.sol': withFault(SOURCE, mutant) } }),
  )
  const compiled = results.filter((result) => result.ok)
  expect(compiled.length).toBeGreaterThan(20)
  for (const { bytecodes } of compiled) expect(bytecodes).not.toEqual(original.bytecodes)
})

it('knows a fault again when its line has moved, and tells equal faults of a function apart', () => {
  const ids = (text: string) => faultsOf(text).map(idOf)
  expect(ids(SOURCE.replace('contract', '\n\n/// @notice Pays.\ncontract'))).toEqual(ids(SOURCE))
  const twice = SOURCE.replace('total += amount;', 'total += amount; total += amount;')
  expect(new Set(ids(twice)).size).toBe(ids(twice).length)
  expect(ids(twice).length).toBeGreaterThan(ids(SOURCE).length)
})

it('shows a fault with what is around it', () => {
  const shown = faultsOf(SOURCE).map(descriptionOf)
  expect(shown).toContain('src/Vault.sol:12 Vault.pay: return limit [---]{+++} amount;')
})
