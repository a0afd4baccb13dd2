import { expect, it } from 'vitest'
import { bodyOfTest } from './test-body.ts'

const SOURCE = `
describe('a thing', () => {
  it('works', () => {
    expect(1).toBe(1)
  })
  it('is short', () => expect(2).toBe(2))
  it.each([
    [1, (n) => n],
  ])('%s counts', (n) => {
    expect(n).toBe(3)
  })
})

test('a journey', async ({ page }) => {
  await test.step('one step', async () => {
    await expect(page).toHaveTitle('4')
  })
  note('not a test')
})
`

it.each([
  ['works', 'toBe(1)', 'toBe(2)'],
  ['is short', 'toBe(2)', 'toBe(3)'],
  ['%s counts', 'toBe(3)', 'toHaveTitle'],
  ['one step', "toHaveTitle('4')", 'not a test'],
  ['a journey', 'not a test', 'toBe(3)'],
])('finds what runs under “%s”, and nothing of its neighbours', (title, inside, outside) => {
  const body = bodyOfTest(SOURCE, title)
  expect(body).toContain(inside)
  expect(body).not.toContain(outside)
})

it.each(['not a test', 'a thing', 'missing', ''])('“%s” is no test', (title) => {
  expect(bodyOfTest(SOURCE, title)).toBeUndefined()
})

it('a file that skips is no evidence', () => {
  expect(bodyOfTest(SOURCE.replace("it('works'", "it.skip('works'"), 'works')).toBeUndefined()
  expect(bodyOfTest(SOURCE.replace('describe(', 'describe.skip('), 'is short')).toBeUndefined()
})

it('reads a function of a Solidity test', () => {
  const source = `contract A {\n    function test_x_y() public {\n        assertEq(1, 1);\n    }\n\n    function test_z() public {\n        assertEq(2, 2);\n    }\n}\n`
  expect(bodyOfTest(source, 'test_x_y')).toContain('assertEq(1, 1)')
  expect(bodyOfTest(source, 'test_x_y')).not.toContain('assertEq(2, 2)')
})
