import type { Page } from '@playwright/test'
import { ROUTES } from '../../tools/checks/requirement.ts'
import { AnnouncedWallet, WALLET_NAME } from '../fixtures/announced-wallet.ts'
import { enterWithAnnounced } from '../fixtures/journey.ts'
import { expect, expectAccessibleInBoth, test } from '../fixtures/test.ts'
import { createTexts } from '../fixtures/texts.ts'
import { App } from '../pages/app.ts'

/**
 * Languages with the longest words: nothing overflows horizontally, on the narrowest phone, and at the
 * widths where two columns and the rail begin; every page's bar has the account.
 */
const VIEWS = [
  { width: 360, height: 640, locales: ['vi', 'ms', 'en'] },
  { width: 700, height: 900, locales: ['vi'] },
  { width: 900, height: 700, locales: ['ms'] },
  { width: 1280, height: 800, locales: ['en'] },
] as const

for (const { width, height, locales } of VIEWS) {
  for (const locale of locales) {
    test.describe(`at ${width} px in ${locale}`, () => {
      test.use({ viewport: { width, height } })
      test('every route fits', async ({ page, product }) => {
        await page.addInitScript(`localStorage.setItem('locale', '${locale}')`)
        const t = createTexts(locale)
        const app = new App(page, { url: product.url, t })
        const account = page.locator('header').getByRole('button', { name: t('shell.connect') })
        for (const route of ROUTES) {
          await app.open(route)
          await app.loaded()
          await expect.soft(account, route).toBeVisible()
          const tooWide = await page.evaluate<number>(
            'document.documentElement.scrollWidth - document.documentElement.clientWidth',
          )
          expect.soft(tooWide, `${route} is ${tooWide} px too wide`).toBeLessThanOrEqual(0)
        }
      })
    })
  }
}

test.describe('at 360 px in ms, with text twice as large', () => {
  test.use({ viewport: { width: 360, height: 640 } })
  test('Home of a visitor whose wallet is connected fits', async ({ page, product, chain }) => {
    const t = createTexts('ms')
    await page.addInitScript(`localStorage.setItem('locale', 'ms')`)
    const app = new App(page, { url: product.url, t })
    const wallet = await AnnouncedWallet.install(page, { rpcUrl: chain.url })
    await app.open('/')
    await app.connect.open()
    wallet.answers.push('accept', 'reject')
    await app.connect.choose(WALLET_NAME)
    await expect.poll(() => wallet.prompts).toContain('personal_sign: reject')
    await app.open('/')
    await expect(app.home.faucetButton).toBeVisible()
    await page.evaluate("document.documentElement.style.fontSize = '200%'")
    const tooWide = () =>
      page.evaluate<number>('document.documentElement.scrollWidth - document.documentElement.clientWidth')
    await expect.poll(tooWide).toBeLessThanOrEqual(0)
  })
})

const LARGEST = `0x${'f'.repeat(64)}`
/** Calls of `balanceOf` and `allowance`. */
const FIGURES = /^0x(70a08231|dd62ed3e)/

interface Rpc {
  readonly id: number
  readonly method: string
  readonly params?: readonly [{ readonly data?: string }?]
}

/** A node that says the largest number of all for each balance and allowance. */
const answerLargest = async (page: Page, url: string): Promise<void> => {
  await page.route(
    ({ href }) => href.startsWith(url),
    async (route) => {
      const response = await route.fetch()
      const asked = [route.request().postDataJSON() as Rpc | readonly Rpc[]].flat()
      const large = asked.filter(
        ({ method, params }) =>
          method === 'eth_getBalance' || (method === 'eth_call' && FIGURES.test(params?.[0]?.data ?? '')),
      )
      const answer = (await response.json()) as unknown
      const said = [answer].flat() as readonly { readonly id: number }[]
      const json = said.map((one) =>
        large.some(({ id }) => id === one.id) ? { jsonrpc: '2.0', id: one.id, result: LARGEST } : one,
      )
      await route.fulfill({ response, json: Array.isArray(answer) ? json : json[0] })
    },
  )
}

test.describe('at 360 px, with the largest numbers that a node can return', () => {
  test.use({ viewport: { width: 360, height: 640 } })
  test('every route and the wallet fit, and a swap of what is not there is refused in words', async ({
    app,
    page,
    chain,
    t,
  }) => {
    const wallet = await AnnouncedWallet.install(page, { rpcUrl: chain.url })
    await enterWithAnnounced(app, { connected: false })
    await answerLargest(page, chain.url)
    const expectFits = async (what: string): Promise<void> => {
      const tooWide = await page.evaluate<number>(
        `Math.max(...[document.documentElement, ...document.querySelectorAll('dialog[open], dialog[open] *:not(.sr-only)')].map(
          ({ scrollWidth, clientWidth }) => (clientWidth === 0 ? 0 : scrollWidth - clientWidth)))`,
      )
      expect.soft(tooWide, `${what} is ${tooWide} px too wide`).toBeLessThanOrEqual(1)
    }
    for (const route of ROUTES) {
      await app.open(route)
      await app.loaded()
      await expectFits(route)
    }
    await app.openWallet()
    await expect(page.locator('dialog[open]')).toContainText('115,792,089')
    await expectFits('the wallet')
    await app.open('/pages/exchange/exchange')
    await app.exchange.amount.fill('115792089237316195423570985008687907853269984665640564039457')
    await expect(page.locator('main')).toContainText('$115,')
    await expectFits('a swap of everything')
    await app.exchange.amount.fill('20')
    // Nothing is approved, whatever the node says: the simulation refuses before the wallet is asked.
    await app.exchange.getQuote.click()
    await expect(app.transaction.sheet('swap')).toContainText(t('tx.kept.nothing'))
    await expectFits('a refusal')
    expect(wallet.prompts).not.toContain('eth_sendTransaction: accept')
  })
})

test.describe('on a wide screen', () => {
  test.use({ viewport: { width: 1280, height: 800 }, isMobile: false, hasTouch: false })
  test('the rail leads to every tab, before the page in the keyboard’s order, and stays beside pages behind them', async ({
    app,
    page,
    t,
  }) => {
    await app.open('/')
    await app.loaded()
    const rail = page.getByRole('navigation')
    await expect(rail).toHaveCount(1)
    await page.keyboard.press('Tab')
    await expect(page.getByRole('button', { name: t('shell.skip') })).toBeFocused()
    await page.keyboard.press('Tab')
    await expect(rail.getByRole('link', { name: t('shell.tab.home') })).toBeFocused()
    await app.tab('assets')
    await expect(app.heading).toHaveText(t('assets.title'))
    await expect(rail.getByRole('link', { name: t('shell.tab.assets') })).toHaveAttribute(
      'aria-current',
      'page',
    )
    await app.open('/pages/exchange/exchange')
    await expect(rail.getByRole('link')).toHaveCount(5)
    await expect(rail.locator('[aria-current]')).toHaveCount(0)
    await rail.getByRole('button', { name: t('welcome.funded') }).click()
    await expect(app.heading).toHaveText(t('platform.title'))
    await expectAccessibleInBoth(page, 'the open books on a wide screen')
  })

  test('a dialog opens in the centre, and nothing moves when it does', async ({ app, page, t }) => {
    await app.open('/pages/Backpack/Backpack')
    await app.loaded()
    const sheet = await app.openMenu()
    await expect(sheet).toBeVisible()
    await expectAccessibleInBoth(page, 'the menu on a wide screen')
    const box = await sheet.boundingBox()
    if (box === null) throw new Error('the dialog has no box')
    expect(Math.abs(box.x + box.width / 2 - 640)).toBeLessThan(12)
    expect(Math.abs(box.y + box.height / 2 - 400)).toBeLessThan(12)
    await page.keyboard.press('Escape')
    await expect(app.sheet(t('shell.menu'))).toBeHidden()
  })
})
