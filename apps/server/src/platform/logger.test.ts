import { expect, test } from 'vitest'
import { createLogger } from './logger.ts'

test('secrets are blanked, however deep, and the level has its name', () => {
  const lines: string[] = []
  const logger = createLogger('info', { write: (line) => void lines.push(line) })
  logger.warn(
    {
      request: { headers: { authorization: 'Bearer abc', key: 'wrapped' } },
      body: { user: { paymentPassword: '123456' } },
      token: 'ttt',
      key: 'order:1:hold',
    },
    'x',
  )
  logger.debug('unheard')
  expect(lines).toHaveLength(1)
  expect(lines[0]).not.toMatch(/abc|123456|ttt|wrapped/)
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({
    level: 'warn',
    msg: 'x',
    token: '[secret]',
    key: 'order:1:hold',
  })
})
