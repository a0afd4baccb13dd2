import { CODE_COUNTDOWN_SECONDS } from '@dr/protocol/constants'
import { getAddress } from 'viem'
import { AnnouncedWallet, announce } from '../fixtures/announced-wallet.ts'
import { READ_AGAIN } from '../fixtures/expect.ts'
import { mineForAMonth } from '../fixtures/full-account.ts'
import { enterWithAnnounced } from '../fixtures/journey.ts'
import { depositForNothing } from '../fixtures/own-call.ts'
import { ScriptedUser } from '../fixtures/scripted-user.ts'
import { expect, expectAccessibleInBoth, test } from '../fixtures/test.ts'
import { App } from '../pages/app.ts'
import { Security } from '../pages/security.ts'

const ONE = 10n ** 18n
const PIN = '284613'
const WRONG_PIN = '905172'
const EMAIL = 'customer@example.org'
/** Time until a code may be sent again and the button is updated. */
const NEXT_CODE = { timeout: (CODE_COUNTDOWN_SECONDS + 30) * 1_000 }
const WITHDRAW = '/pages/wthdrawal/wthdrawal'
const ASSETS = '/pages/assets/assets'

const corrupted = (code: string): string =>
  code.replaceAll(/\d/g, (digit) => String((Number(digit) + 1) % 10))

test('e-mail, payment password, sessions, and money from one user to another', async ({
  app,
  page,
  chain,
  browser,
  product,
  complaints,
  t,
}) => {
  test.setTimeout(300_000)
  const { withdrawal, transaction } = app
  const security = new Security(page, t)
  const miner = await ScriptedUser.enter({ url: product.url, chain })
  const wallet = await AnnouncedWallet.install(page, { rpcUrl: chain.url, keys: [miner.key] })
  const elsewhere = async (): Promise<App> => {
    const context = await browser.newContext({ viewport: { width: 390, height: 844 }, locale: 'zh-CN' })
    return new App(await context.newPage(), { url: product.url, t })
  }

  await test.step('a user with a deposit in the node account, and mined DR', async () => {
    await mineForAMonth(miner, { url: product.url, chain })
    await enterWithAnnounced(app, { connected: false, known: true })
    await depositForNothing(chain, { account: miner.account, amount: 300n * ONE })
  })

  let code = ''
  await test.step('a code arrives in the local mailbox; the countdown continues after the sheet is closed', async () => {
    await security.open()
    await expectAccessibleInBoth(page, 'security')
    await security.go('security.email')
    await app.backFromSheet() // one level, not the whole sheet
    await expect(app.sheet(t('security.title'))).toBeVisible()
    await security.go('security.email')
    await page.keyboard.press('Escape')
    await expect(app.sheet(t('security.title'))).toBeVisible()
    await security.go('security.email')
    await security.field('security.email.field').fill(EMAIL.toUpperCase())
    await security.sendCode.click()
    code = await security.codeInMailbox()
    expect(await security.countdown()).toBeGreaterThan(0)
    await expect(security.sendCode).toBeDisabled()
    await expectAccessibleInBoth(page, 'binding an e-mail')
    await security.close()
    await security.open()
    await security.go('security.email')
    await expect(security.sendCode).toBeDisabled()
    const seconds = await security.countdown()
    expect(seconds).toBeGreaterThan(0)
    expect(seconds).toBeLessThanOrEqual(CODE_COUNTDOWN_SECONDS)
  })

  await test.step('a wrong code is refused, a signature refused in the wallet is too; the right ones bind', async () => {
    await security.field('security.email.field').fill(EMAIL)
    await security.field('security.code').fill(`${corrupted(code)}99`)
    await expect(security.field('security.code')).toHaveValue(corrupted(code)) // six digits, no more
    await security.press('security.sign')
    await expect(security.sheet).toContainText(t('security.code.wrong', { count: 4 }))
    wallet.answers.push('reject')
    await security.field('security.code').fill(code)
    await security.press('security.sign')
    await expect(security.sheet).toContainText(t('message.unsigned'))
    await security.press('security.sign')
    await app.expectToast(t('security.email.done'))
    await expect(security.row('security.email')).toContainText('cu****er@example.org')
    await security.close()
  })

  const other = await elsewhere()
  const receiver = await AnnouncedWallet.install(other.page, { rpcUrl: chain.url })
  await test.step('another user, for whom there is no transfer without a password', async () => {
    await enterWithAnnounced(other, { connected: false })
    await other.open(ASSETS)
    await other.page.getByRole('button', { name: t('assets.account.2') }).click()
    await other.page.getByRole('button', { name: t('transfer.action'), exact: true }).click()
    await expect(other.sheet(t('transfer.title'))).toContainText(t('transfer.noPassword'))
  })

  await test.step('two more sign-ins, the script’s own among them, are listed, and ended from here', async () => {
    const second = await elsewhere()
    await announce(second.page, wallet)
    await enterWithAnnounced(second, { connected: false, known: true })
    await security.open()
    await security.go('security.sessions')
    await expect(security.sheet.getByRole('listitem')).toHaveCount(3)
    await expectAccessibleInBoth(page, 'sessions')
    await security.press('security.sessions.endOthers')
    await app.expectToast(t('security.sessions.ended', { count: 2 }))
    await expect(security.sheet.getByRole('listitem')).toHaveCount(1)
    await security.close()
    await second.openAddress(ASSETS)
    await expect(second.home.signInButton).toBeVisible(READ_AGAIN) // 1007: home, signed out
    await second.page.context().close()
  })

  await test.step('the payment password is set with a second code', async () => {
    await security.open()
    await security.go('security.password')
    await security.field('security.password.new').fill('123456')
    await expect(security.sheet).toContainText(t('security.password.too-simple'))
    await security.field('security.password.new').fill(PIN)
    await security.field('security.password.again').fill(PIN)
    await expect(security.sendCode).toBeEnabled(NEXT_CODE)
    await security.sendCode.click()
    await security.field('security.code').fill(await security.codeInMailbox())
    await expectAccessibleInBoth(page, 'setting the payment password')
    await security.press('security.confirm')
    await app.expectToast(t('security.password.done'))
    await security.close()
  })

  await test.step('a withdrawal asks for it, refuses a wrong one, and goes on with the right one', async () => {
    const ask = async (password: string): Promise<void> => {
      await expect(async () => {
        await app.open(WITHDRAW)
        await withdrawal.chooseAccount(2)
        await expect(withdrawal.amount).toBeVisible({ timeout: 2_000 })
      }).toPass(READ_AGAIN)
      await withdrawal.amount.fill('120')
      await withdrawal.next()
      const sheet = app.sheet(t('security.password'))
      const field = sheet.getByLabel(t('security.password'), { exact: true })
      await expect(field).toBeVisible()
      await expectAccessibleInBoth(page, 'asking for the payment password')
      await field.fill(password)
      await sheet.getByRole('button', { name: t('common.continue') }).click()
    }
    await ask(WRONG_PIN)
    // The password sheet may still be closing.
    await expect(transaction.sheet('withdraw')).toContainText(t('error.1013'))
    await transaction
      .sheet('withdraw')
      .getByRole('button', { name: t('common.close'), exact: true })
      .first()
      .click()
    await ask(PIN)
    await transaction.confirm('withdraw', 1)
    await transaction.expectFinal('withdraw')
    await transaction.done('withdraw')
  })

  const openTransfer = async (account: 0 | 2) => {
    await app.open(ASSETS)
    await page.getByRole('button', { name: t(`assets.account.${account}`) }).click()
    await page.getByRole('button', { name: t('transfer.action'), exact: true }).click()
    const sheet = app.sheet(t('transfer.title'))
    return {
      sheet,
      to: sheet.getByLabel(t('transfer.to')),
      amount: sheet.getByRole('textbox', { name: t('transfer.amount') }),
      password: sheet.getByLabel(t('security.password'), { exact: true }),
      next: sheet.getByRole('button', { name: t('transfer.next') }),
    }
  }

  await test.step('what was mined in the last days cannot be given away, and the sheet says so before anything is typed', async () => {
    const { sheet, amount } = await openTransfer(0)
    await expect(sheet).toContainText(t('withdrawal.available', { amount: '0', token: 'DR' }), READ_AGAIN)
    await amount.fill('5')
    await expect(sheet).toContainText(t('transfer.claimable', { amount: '0' }))
    await expectAccessibleInBoth(page, 'a transfer that is not possible yet')
    await app.closeSheet(t('transfer.title'))
  })

  await test.step('a deposit can: who, how much, the password, then the wallet’s own transaction', async () => {
    const { sheet, to, amount, password, next } = await openTransfer(2)
    await to.fill(wallet.address)
    await expect(sheet).toContainText(t('transfer.to.self'))
    await to.fill(receiver.address)
    await next.click()
    await expect(sheet).toContainText(t('message.recharge_no'))
    await expect(amount).toBeFocused()
    await amount.fill('181')
    await expect(sheet).toContainText(t('error.1015'), READ_AGAIN)
    await amount.fill('20')
    await password.fill(WRONG_PIN)
    await expectAccessibleInBoth(page, 'a transfer')
    await next.click()
    // The wrong password of the withdrawal counts too; its right one does not reset the count.
    await expect(sheet).toContainText(t('security.password.wrong', { count: 3 }))
    // The browser logs the expected refusal; nothing else may be logged.
    expect(complaints.splice(0).filter((said) => !said.includes('/usermoney/transfer'))).toEqual([])
    await password.fill(PIN)
    await next.click()
    await expect(transaction.sheet('transfer')).toContainText(getAddress(receiver.address))
    await expectAccessibleInBoth(page, 'the receipt of a transfer')
    await transaction.confirm('transfer', 1)
    await transaction.expectFinal('transfer')
    await transaction.done('transfer')
    await expect(app.records.lines('claim.sent').first()).toContainText(/[−-]20\s*USDT/, READ_AGAIN)
  })

  await test.step('it has arrived at once, and can be given on', async () => {
    await expect(async () => {
      await other.open(ASSETS)
      await expect(other.page.getByText(t('ledger.kind.claim.received')).first()).toBeVisible({
        timeout: 5_000,
      })
    }).toPass(READ_AGAIN)
    await expect(other.page.getByRole('main')).toContainText(/\+20\s*USDT/)
    await other.page.context().close()
  })
})
