import { expect, test } from 'vitest'
import { splitFunding } from './fee-split.rules.ts'

test('the operator’s funding goes 80 % to the deflation vault and 20 % to the node vault, the odd base unit to the former', () => {
  expect(splitFunding(1_004n)).toEqual({ node: 200n, deflation: 804n })
})
