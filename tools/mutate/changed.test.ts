import { expect, it } from 'vitest'
import { changedFirst, changedLines } from './changed.ts'
import type { Mutant } from './mutants.ts'

const DIFF = `diff --git a/contracts/src/Vouchers.sol b/contracts/src/Vouchers.sol
--- a/src/Vouchers.sol
+++ b/src/Vouchers.sol
@@ -10,2 +10 @@ contract Vouchers {
-    a
-    b
+    c
@@ -20 +19,3 @@ contract Vouchers {
@@ -30,2 +30,0 @@ contract Vouchers {
diff --git a/contracts/src/DailyCaps.sol b/contracts/src/DailyCaps.sol
--- /dev/null
+++ b/src/DailyCaps.sol
@@ -0,0 +1,5 @@
`
const mutantAt = (file: string, scope: string, line: number): Mutant => ({
  file,
  scope,
  line,
  operator: 'comparison',
  from: 'a',
  to: 'b',
  nth: 1,
  start: 0,
  end: 1,
  replacement: 'b',
})

it('reads the changed lines of each file out of a diff without context', () => {
  expect([...changedLines(DIFF)]).toEqual([
    [
      'src/Vouchers.sol',
      [
        [10, 10],
        [19, 21],
        [30, 31],
      ],
    ],
    ['src/DailyCaps.sol', [[1, 5]]],
  ])
})

it('tries faults of changed lines first, then of their functions, then a fault of each function in turn', () => {
  const mutants = [
    mutantAt('src/A.sol', 'A.one', 1),
    mutantAt('src/A.sol', 'A.one', 2),
    mutantAt('src/A.sol', 'A.two', 10),
    mutantAt('src/A.sol', 'A.two', 11),
    mutantAt('src/B.sol', 'B.three', 1),
    mutantAt('src/B.sol', 'B.three', 2),
  ]
  const order = changedFirst(mutants, new Map([['src/A.sol', [[11, 11]] as const]]))
  expect(order.map(({ scope, line }) => `${scope} ${line}`)).toEqual([
    'A.two 11',
    'A.two 10',
    'A.one 1',
    'B.three 1',
    'A.one 2',
    'B.three 2',
  ])
  expect(changedFirst(mutants, new Map())).toHaveLength(mutants.length)
})
