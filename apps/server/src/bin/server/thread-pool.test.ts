import { expect, test } from 'vitest'
import { threadsFor } from './thread-pool.ts'

test.each([
  { cores: 1, threads: 2 },
  { cores: 2, threads: 2 },
  { cores: 3, threads: 2 },
  { cores: 4, threads: 3 },
  { cores: 5, threads: 4 },
  { cores: 64, threads: 4 },
])('$cores cores: $threads threads', ({ cores, threads }) => {
  expect(threadsFor(cores)).toBe(threads)
})
