import { mkdirSync } from 'node:fs'
import { chromium } from '@playwright/test'
import { keyOf } from '../tools/dev/demo/plan.ts'
import { AnnouncedWallet, WALLET_NAME } from './fixtures/announced-wallet.ts'
import { findChromium, LAUNCH_ARGUMENTS } from './fixtures/chromium.ts'
import { createTexts } from './fixtures/texts.ts'
import { App } from './pages/app.ts'
const url = 'http://127.0.0.1:8190', rpcUrl = 'http://127.0.0.1:8690'
const locale = (process.argv[2] ?? 'en') as 'en'
const theme = (process.argv[3] ?? 'light') as 'light'
const [w, h] = (process.argv[4] ?? '390x844').split('x').map(Number)
const person = Number(process.argv[5] ?? 3)
const out = `/tmp/web-shots/${locale}-${theme}-${w}-${person}`
mkdirSync(out, { recursive: true })
const browser = await chromium.launch({ executablePath: findChromium(), args: LAUNCH_ARGUMENTS })
const context = await browser.newContext({ viewport: { width: w!, height: h! }, deviceScaleFactor: 1, colorScheme: theme, locale: 'zh-CN', timezoneId: 'UTC' })
await context.addInitScript(`localStorage.setItem('locale', '${locale}')`)
const page = await context.newPage()
page.on('console', (m) => m.type() === 'error' && console.log('console', m.text().slice(0, 300)))
page.on('pageerror', (e) => console.log('pageerror', e.message))
await AnnouncedWallet.install(page, { rpcUrl, keys: [keyOf(person)] } as never)
const app = new App(page, { url, t: createTexts(locale) })
await app.open('/')
await app.connect.open()
await app.connect.choose(WALLET_NAME)
await page.waitForTimeout(6000)
const shot = async (name: string, whole = true) => { await page.waitForTimeout(2500); await page.screenshot({ path: `${out}/${name}.png`, fullPage: whole }); console.log(name) }
await shot('home')
await app.open('/pages/platform/platform2?value1=exit' as never)
await page.waitForTimeout(5000)
await shot('exit')
await app.open('/pages/wthdrawal/wthdrawal?value1=2&value2=USDT' as never)
await page.waitForTimeout(3000)
await shot('withdraw')
await app.open('/pages/platform/platform2' as never)
await shot('guide')
await app.open('/pages/platform/platform2?value1=exit' as never)
await page.waitForTimeout(4000)
const claim = page.getByRole('button', { name: /Claim:|取出：|Rút: nhận/ }).first()
if (await claim.count()) { await claim.click(); await page.waitForTimeout(5000); await shot('claim-sheet', false)
 if (process.argv[6]) { await page.locator('dialog[open] button').last().click(); await page.waitForTimeout(9000); await shot('claimed', false) } }
await browser.close()
