import { MigrationMismatchError } from '@dr/server/platform/database/migration/migrate'
import { expect, test } from 'vitest'
import { requireSameContracts, requireSameSchema } from './check-database.ts'
import { codeHash } from './deployment/record.ts'
import { SetupError } from './settings.ts'

test('a database of another version is said with the way out, which fits the database', async () => {
  const other = () => Promise.reject(new MigrationMismatchError('0001'))
  await expect(requireSameSchema(undefined, other)).rejects.toThrow(SetupError)
  await expect(requireSameSchema(undefined, other)).rejects.toThrow('npm start -- --reset ')
  await expect(requireSameSchema('postgres://there', other)).rejects.toThrow('--reset=<database>')
})

test('a chain with the contracts of another version is refused with the way out', () => {
  expect(() => requireSameContracts({ codeHash: codeHash() }, undefined)).not.toThrow()
  const older = { codeHash: 'of contracts without a power floor' }
  expect(() => requireSameContracts(older, undefined)).toThrow(SetupError)
  expect(() => requireSameContracts(older, undefined)).toThrow('npm start -- --reset ')
  expect(() => requireSameContracts(older, 'postgres://there')).toThrow('--reset=<database>')
})

test('whatever else fails stays what it is', async () => {
  const cause = new Error('no port')
  await expect(requireSameSchema(undefined, () => Promise.reject(cause))).rejects.toBe(cause)
  await expect(requireSameSchema(undefined, async () => 7)).resolves.toBe(7)
})
