import { MigrationMismatchError } from '@dr/server/platform/database/migration/migrate'
import { expect, test } from 'vitest'
import { requireSameSchema } from './check-database.ts'
import { SetupError } from './settings.ts'

test('a database of another version is said with the way out, which fits the database', async () => {
  const other = () => Promise.reject(new MigrationMismatchError('0001'))
  await expect(requireSameSchema(undefined, other)).rejects.toThrow(SetupError)
  await expect(requireSameSchema(undefined, other)).rejects.toThrow('npm start -- --reset ')
  await expect(requireSameSchema('postgres://there', other)).rejects.toThrow('--reset=<database>')
})

test('whatever else fails stays what it is', async () => {
  const cause = new Error('no port')
  await expect(requireSameSchema(undefined, () => Promise.reject(cause))).rejects.toBe(cause)
  await expect(requireSameSchema(undefined, async () => 7)).resolves.toBe(7)
})
