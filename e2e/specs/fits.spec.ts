import { ROUTES } from '../../scripts/requirement.ts'
import { expect, test } from '../fixtures/test.ts'
import { createTexts } from '../fixtures/texts.ts'
import { App } from '../pages/app.ts'

/** The languages with the longest words, on the narrowest phone: nothing leaves the screen sideways. */
for (const locale of ['vi', 'ms', 'en'] as const) {
  test.describe(`at 360 px in ${locale}`, () => {
    test.use({ viewport: { width: 360, height: 640 } })
    test('every route fits', async ({ page, product }) => {
      await page.addInitScript(`localStorage.setItem('locale', '${locale}')`)
      const app = new App(page, { url: product.url, t: createTexts(locale) })
      for (const route of ROUTES) {
        await app.open(route)
        await app.loaded()
        const tooWide = await page.evaluate<number>(
          'document.documentElement.scrollWidth - document.documentElement.clientWidth',
        )
        expect.soft(tooWide, `${route} is ${tooWide} px too wide`).toBeLessThanOrEqual(0)
      }
    })
  })
}
