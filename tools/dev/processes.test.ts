import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, test } from 'vitest'
import { isRunning, readOfProcess } from './processes.ts'

const ENDS = 100

test('a process that ends while it is looked at is not running, and no error', async () => {
  for (let index = 0; index < ENDS; index += 1) {
    const child = spawn('sleep', ['0.002'])
    const ended = once(child, 'exit')
    const mark = { pid: child.pid as number, command: 'sleep' }
    for (let looks = 0; looks < 20; looks += 1) {
      isRunning(mark)
      await new Promise(setImmediate)
    }
    await ended
    expect(isRunning(mark)).toBe(false)
  }
})

test('a file that is not there belongs to no process; another error is one', () => {
  expect(readOfProcess('/proc/4194999/cmdline')).toBeUndefined()
  expect(() => readOfProcess('/proc/self')).toThrow('EISDIR')
})
