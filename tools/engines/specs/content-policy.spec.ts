import {
  SCRIPT_POSITIONS,
  type ScriptPosition,
  startAttacker,
  startRewriting,
  WalletBrowser,
} from '../../../e2e/fixtures/wallet-browser.ts'
import { App } from '../../../e2e/pages/app.ts'
import { expect, test } from '../test.ts'

for (const position of Object.keys(SCRIPT_POSITIONS) as ScriptPosition[]) {
  test(`a provider written into the document ${position} is connected; an attacker’s text does not run`, async ({
    chain,
    page,
    product,
    t,
  }) => {
    const browser = await startRewriting(product.url, position)
    const attacker = await startAttacker()
    const wallet = await WalletBrowser.open(page, { rpcUrl: chain.url })
    const app = new App(page, { url: browser.url, t })
    await app.open('/')
    expect(await page.evaluate('window.ethereum.isRehearsal')).toBe(true)
    await app.connect.open()
    wallet.answers.push('accept', 'reject')
    await app.connect.choose(t('wallet.legacy.name'))
    await expect(app.connect.signIn).toBeVisible()
    expect(await page.evaluate(attacker.attacks)).toBe('')
    attacker.stop()
    browser.stop()
  })
}
