import { ROUTES } from '../../tools/checks/requirement.ts'
import { expect, expectAccessible, test } from '../fixtures/test.ts'

/** The requirement's alias of the first page. */
const ALIAS = '/pages/index/index'

/** Every route opens for a visitor, in both themes, without errors, and accessible. */
for (const theme of ['light', 'dark'] as const) {
  test.describe(`a visitor, ${theme}`, () => {
    test.use({ colorScheme: theme })
    test('opens every route', async ({ app, page, product }) => {
      for (const route of ROUTES) {
        await test.step(route, async () => {
          await app.open(route)
          await app.loaded()
          await expect(page).toHaveTitle('数字权益资产')
          await expect(page).toHaveURL(`${product.url}/#${route === ALIAS ? '/' : route}`)
          await expect(page.locator('html')).toHaveAttribute('data-theme', theme)
          await expectAccessible(page, `${route}, ${theme}`)
        })
      }
    })
  })
}
