import type { Page } from '@playwright/test'
import { AnnouncedWallet, WALLET_NAME } from '../fixtures/announced-wallet.ts'
import { expect, test } from '../fixtures/test.ts'
import type { App } from '../pages/app.ts'
import { reviewName } from '../pages/pay-button.ts'

/** Taps from the first visit to a producing machine. */
const TAPS_MAX = { announced: 9, burner: 13 } as const
const PROMPTS_MAX = 6
const STEPS = 4

/**
 * Runs in the page: records every press of a user with its target; a press of a label and its field is one.
 */
const NOTE_TAPS = `addEventListener('click', ({ isTrusted, detail, target }) => {
  if (!isTrusted || detail === 0) return
  const control = target.closest('button, a, label, input, summary')
  noteTap((control?.textContent || control?.ariaLabel || target.tagName).trim().slice(0, 40))
}, true)`

const noteTaps = async (page: Page): Promise<readonly string[]> => {
  const taps: string[] = []
  await page.exposeFunction('noteTap', (text: string) => taps.push(text))
  await page.addInitScript(NOTE_TAPS)
  return taps
}

/** From sign-in to the first producing machine. `accept` confirms each step of a wallet inside the app. */
const startMining = async (app: App, accept?: (step: number) => Promise<void>): Promise<void> => {
  const { home, transaction, t } = app
  await home.faucetButton.click()
  await home.firstMachineButton.click()
  const buy = app.sheet(t('backpack.buy')).getByRole('button', { name: reviewName(t) })
  // The form announces the number of steps of the plan.
  await expect(buy).toHaveText(t('backpack.buy.review', { count: STEPS }))
  await buy.click()
  await expect(buy).toBeHidden()
  // Two approvals, the purchase, and its electricity.
  await transaction.confirm('buy', STEPS)
  if (accept) for (let step = 0; step < STEPS; step += 1) await accept(step)
  await expect(transaction.sheet('boughtActivated')).toContainText(t('moment.mining.title', { count: 1 }), {
    timeout: 60_000,
  })
}

const print = (line: string): void => void process.stdout.write(`  ${line}\n`)

test('visitor to mining with an announced wallet, in few taps', async ({ app, page, chain, t }) => {
  const taps = await noteTaps(page)
  const wallet = await AnnouncedWallet.install(page, { rpcUrl: chain.url })
  await app.open('/')
  await app.home.connectButton.click()
  await app.connect.choose(WALLET_NAME)
  await app.expectToast(t('wallet.signIn.done'))
  await startMining(app)
  print(`announced wallet: ${taps.length} taps (${taps.join(' → ')})`)
  print(`announced wallet: ${wallet.prompts.length} wallet prompts (${wallet.prompts.join(', ')})`)
  expect(taps.length).toBeGreaterThan(0)
  expect(taps.length).toBeLessThanOrEqual(TAPS_MAX.announced)
  expect(wallet.prompts.length).toBeLessThanOrEqual(PROMPTS_MAX)
})

test('visitor to mining with the burner wallet, whose answers are taps too', async ({ app, page, t }) => {
  const taps = await noteTaps(page)
  const { burner } = app
  await app.open('/')
  await app.home.connectButton.click()
  await app.connect.choose(burner.name)
  await burner.accept('connect')
  await app.expectToast(t('wallet.signIn.done'))
  await startMining(app, async (step) => {
    await app.transaction.expectAsked(step)
    await burner.acceptStep()
  })
  print(`burner wallet: ${taps.length} taps (${taps.join(' → ')})`)
  expect(taps.length).toBeGreaterThan(0)
  expect(taps.length).toBeLessThanOrEqual(TAPS_MAX.burner)
})
