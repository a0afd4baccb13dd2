import { createServer } from 'node:net'
import { describe, expect, test } from 'vitest'
import { requireFreePort } from './ports.ts'
import { readSettings, SetupError } from './settings.ts'

const root = '/somewhere'

describe('settings', () => {
  test('without any variable: 8080, 8545, .data, PGlite, no reset, with history', () => {
    expect(readSettings({}, { args: [], root })).toEqual({
      port: 8080,
      chainPort: 8545,
      dataDirectory: '/somewhere/.data',
      databaseUrl: undefined,
      reset: undefined,
      empty: false,
    })
  })

  test('--reset alone, and naming the database', () => {
    expect(readSettings({}, { args: ['--reset'], root }).reset).toBe('')
    expect(readSettings({}, { args: ['--reset=dr'], root }).reset).toBe('dr')
  })

  test('--empty, alone and beside a reset', () => {
    expect(readSettings({}, { args: ['--empty'], root })).toMatchObject({ empty: true, reset: undefined })
    expect(readSettings({}, { args: ['--reset', '--empty'], root })).toMatchObject({ empty: true, reset: '' })
  })

  test.each([
    [{ PORT: 'abc' }, /PORT is "abc"/],
    [{ CHAIN_PORT: '70000' }, /CHAIN_PORT is "70000"/],
    [{ PORT: '8545' }, /must differ/],
  ])('%j is refused by name', (environment, message) => {
    expect(() => readSettings(environment, { args: [], root })).toThrow(message)
  })

  test('an argument that is none is refused by name', () => {
    for (const args of [['--help'], ['reset']])
      expect(() => readSettings({}, { args, root })).toThrow(
        new SetupError(`${args[0]}: \`npm start\` takes nothing but --empty, --reset, or --reset=<database>`),
      )
  })

  test('a taken port is an error that names the variable', async () => {
    const server = createServer()
    const port = await new Promise<number>((resolve) =>
      server.listen(0, () => resolve((server.address() as { port: number }).port)),
    )
    try {
      await expect(requireFreePort({ variable: 'PORT', port, what: 'the app' })).rejects.toThrow(
        `PORT=${port + 1} npm start`,
      )
    } finally {
      await new Promise((resolve) => server.close(resolve))
    }
  })
})
