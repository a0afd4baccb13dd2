import type { FastifyBaseLogger } from 'fastify'
import { expect, test } from 'vitest'
import { createLogger } from '../platform/logger.ts'
import { createLazyLogger } from './lazy-logger.ts'

const open = () => {
  const lines: Record<string, unknown>[] = []
  let children = 0
  const logger = createLogger('info', { write: (line) => void lines.push(JSON.parse(line)) })
  const parent = Object.assign(Object.create(logger) as FastifyBaseLogger, {
    child: (...args: Parameters<FastifyBaseLogger['child']>) => {
      children++
      return logger.child(...(args as [object]))
    },
  })
  return {
    lines,
    lazy: createLazyLogger(parent, { requestId: 'one', token: 'abc' }),
    children: () => children,
  }
}

test('is created once, at the first log line, and writes it as the real one does', () => {
  const { lines, lazy, children } = open()
  expect([lazy.level, children()]).toEqual(['info', 0])
  lazy.warn({ url: '/a', secret: 'hidden' }, 'first')
  lazy.error('second')
  lazy.debug('below the level')
  expect(lines).toMatchObject([
    { level: 'warn', requestId: 'one', token: '[secret]', url: '/a', secret: '[secret]', msg: 'first' },
    { level: 'error', requestId: 'one', msg: 'second' },
  ])
  expect([lines.length, children()]).toEqual([2, 1])
})

test('its children have its bindings', () => {
  const { lines, lazy } = open()
  lazy.child({ part: 'x' }).info('said')
  expect(lines).toMatchObject([{ requestId: 'one', part: 'x', msg: 'said' }])
})

test('its level can be set', () => {
  const { lines, lazy } = open()
  lazy.level = 'debug'
  lazy.debug('now it is said')
  expect(lines).toMatchObject([{ level: 'debug', msg: 'now it is said' }])
})
