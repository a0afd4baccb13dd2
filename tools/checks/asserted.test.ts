import { expect, it } from 'vitest'
import { assertedIn, emptyAssertions, isSeen } from './asserted.ts'

const SOURCE = `
const look = async (title, other) => {
  const sheet = app.sheet(title)
  await expect(sheet).toBeVisible()
  log(other)
}
const unused = 'module level'

describe('a thing', () => {
  it('works', () => {
    const answer = ask('the question')
    const noise = ask('nothing')
    expect(answer.text).toBe('right')
    // expect(comment).toBe(true)
    say('expect(quoted)')
    expect('lonely')
    expect(unused).toBe(true)
    noise()
  })
  it('is short', () => expect(2).toBe(short))
  it.each([
    ['row one', 1],
  ])('%s counts', (name) => {
    expect(parse(name)).toBe(3)
  })
})

test('a journey', async ({ page }) => {
  const helper = () => {
    press('inside a block')
    return 'returned'
  }
  await test.step('one step', async () => {
    for (const title of ['first title', 'second title']) await expect(page.find(title)).toBeVisible()
    await page.press('pressed')
    await app.expectToast('toasted')
    await look('looked at', 'passed by')
    expect(helper()).toBe(1)
    await expect(async () => {
      await page.press('tried')
      await expect(page).toHaveURL('arrived')
    }).toPass()
    await expect.poll(() => page.read('polled')).toBe(1)
  })
  note('not a test')
})
`

it.each([
  [
    'works',
    ['right', 'answer.text', 'the question'],
    ['nothing', 'comment', 'quoted', 'lonely', 'module level'],
  ],
  ['is short', ['short'], ['right', 'expect', 'toBe', '(']],
  ['%s counts', ['row one', 'parse(name)'], ['short']],
  [
    'one step',
    ['first title', 'second title', 'toasted', 'looked at', 'returned', 'arrived', 'polled'],
    ['pressed', 'passed by', 'inside a block', 'tried', 'note'],
  ],
  ['a journey', ['toasted'], ['not a test', 'pressed', 'right']],
])('“%s”: what its assertions see, and no more', (title, seen, unseen) => {
  const spans = assertedIn(SOURCE, title) ?? []
  expect([...seen, ...unseen].filter((word) => isSeen(SOURCE, word, spans))).toEqual(seen)
})

it.each(['not a test', 'a thing', 'missing', ''])('“%s” is no test', (title) => {
  expect(assertedIn(SOURCE, title)).toBeUndefined()
})

it.each([
  ["it('works'", "it.skip('works'"],
  ['describe(', 'describe.skip('],
  ["test('a journey'", "test.only('a journey'"],
  ["it('works'", "xit('works'"],
])('a file with %s turned into %s is no evidence', (from, to) => {
  expect(assertedIn(SOURCE.replace(from, to), 'is short')).toBeUndefined()
})

it('no word at all is not asserted', () => {
  expect(isSeen(SOURCE, '', assertedIn(SOURCE, 'works') ?? [])).toBe(false)
})

it('names functions that are called expect or assert and are not', () => {
  const source = `
    class Page { async expectOpen() { await expect(this.page).toBeVisible() } expectClosed() { this.close() } }
    const assertSame = (a, b) => a === b
    function expectAll(all) { for (const one of all) assertOne(one) }
  `
  expect(emptyAssertions(source)).toEqual(['expectClosed', 'assertSame'])
})
