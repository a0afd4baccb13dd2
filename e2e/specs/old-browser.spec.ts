import { LOCALES, type Locale } from '@dr/protocol/constants'
import { expect, test } from '../fixtures/test.ts'
import { createTexts } from '../fixtures/texts.ts'

/** Removes modal dialogs, which browsers below the baseline lack. */
const OLD = 'delete HTMLDialogElement.prototype.showModal'

for (const locale of ['zh-CN', 'en', 'vi'] as const satisfies readonly Locale[]) {
  test(`an old browser gets a page that says so, in ${locale}`, async ({ page, product }) => {
    await page.addInitScript(`${OLD}; localStorage.setItem('locale', '${locale}')`)
    await page.goto(`${product.url}/#/pages/assets/assets`)
    const heading = page.getByRole('heading', { level: 1 })
    await expect(heading).toHaveText(createTexts(locale)('oldBrowser.title'))
    await expect(page.getByRole('main')).toContainText(/iOS 16\.4.*111.*Firefox 128/)
    await expect(page.locator('html')).toHaveAttribute('lang', locale)
    // Nothing of the app follows.
    await expect(page.getByRole('navigation')).toHaveCount(0)
  })
}

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('the page says in every language what it needs, over the shape of the app', async ({
    page,
    product,
  }) => {
    await page.goto(product.url)
    for (const locale of LOCALES) {
      const line = page.getByText(createTexts(locale)('document.noScript'), { exact: true })
      await expect(line).toBeInViewport()
      await expect(line).toHaveAttribute('lang', locale)
    }
  })
})
