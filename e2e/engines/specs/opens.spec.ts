import { ROUTES } from '../../../scripts/requirement.ts'
import { expect, test } from '../test.ts'

test('a visitor opens every route: what it shows is in the window', async ({ app, remote }) => {
  for (const route of ROUTES) {
    await test.step(route, async () => {
      await app.open(route)
      await app.loaded()
      expect.soft(await remote.operate('pageFaults'), route).toEqual([])
    })
  }
  expect(remote.complaints).toEqual([])
})
