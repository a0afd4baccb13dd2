import { SWAP_VOUCHER_LIFETIME_SECONDS } from '@dr/protocol/constants'
import { AnnouncedWallet } from '../fixtures/announced-wallet.ts'
import type { Chain } from '../fixtures/chain.ts'
import { enterWithAnnounced } from '../fixtures/journey.ts'
import { sendTokens } from '../fixtures/own-call.ts'
import { expect, expectAccessibleInBoth, test } from '../fixtures/test.ts'
import { anyBlock } from '../fixtures/texts.ts'
import type { App } from '../pages/app.ts'
import { missingName, reviewName, wayName } from '../pages/pay-button.ts'

const ONE = 10n ** 18n
const DAY_SECONDS = 86_400
/** Moves the public price of DRGV by 1.5 %, more than the plan's margin. */
const PUSH = 15_000n * ONE
/** Longer than the life of a swap's quote. */
const PAST_SWAP_QUOTE_MS = (SWAP_VOUCHER_LIFETIME_SECONDS + 5) * 1_000

test('a double tap opens one receipt; Back leads from it to what was chosen; offline is said so', async ({
  app,
  page,
  chain,
  t,
  complaints,
}) => {
  const { backpack, transaction } = app
  await AnnouncedWallet.install(page, { rpcUrl: chain.url })
  await enterWithAnnounced(app, { connected: false })
  await app.tab('backpack')

  await test.step('a double tap without a pause on Continue', async () => {
    const sheet = await backpack.openBuy()
    await sheet.getByRole('textbox', { name: t('backpack.buy.count') }).fill('2')
    await sheet.getByRole('button', { name: reviewName(t) }).dblclick()
    await expect(transaction.line('buy', t('tx.row.toTreasury'))).toContainText('160')
  })

  await test.step('Back opens the sheet before it, with what was chosen there; Back again the page', async () => {
    await app.backFromSheet()
    const count = page.getByRole('textbox', { name: t('backpack.buy.count') })
    await expect(count).toBeVisible()
    await expect(count).toHaveValue('2')
    await expect(transaction.line('buy', t('tx.row.toTreasury'))).toBeHidden()
    await app.backFromSheet()
    await expect(count).toBeHidden()
    await expect(app.heading).toHaveText(t('backpack.title'))
  })

  await test.step('without a network the sheet says so, and continues once there is one', async () => {
    const sheet = await backpack.openBuy()
    await page.context().setOffline(true)
    await sheet.getByRole('button', { name: reviewName(t) }).click()
    await expect(transaction.sheet('buy')).toContainText(t('tx.fail.offline'))
    await page.context().setOffline(false)
    await transaction.retry('buy')
    await backpack.withPower(2).click()
    await expect(transaction.line('buy', t('tx.row.toTreasury'))).toContainText('160')
    await transaction.confirm('buy', 3)
    await transaction.expectFinal('buy')
    await transaction.done('buy')
    // The browser's log of requests without a network.
    const offline = complaints.filter((complaint) => complaint.includes('ERR_INTERNET_DISCONNECTED'))
    complaints.splice(0, complaints.length, ...complaints.filter((one) => !offline.includes(one)))
  })

  await test.step('a double tap on the button that pays for electricity', async () => {
    const name = t('backpack.activateN', { count: 2 })
    await backpack.card('not-activated').getByRole('button', { name }).click()
    await page
      .getByRole('dialog', { name: t('backpack.pay.title') })
      .getByRole('button', { name })
      .dblclick()
    await expect(transaction.line('activate', t('tx.row.burned'))).toContainText('12')
    await transaction.confirm('activate', 1)
    await transaction.expectMining(2)
    await transaction.done('activate')
  })
})

/** Sends all but `left` of a token away, as the wallet's owner may at any time. */
const keepOnly = async (
  chain: Chain,
  wallet: AnnouncedWallet,
  { token, left }: { readonly token: 'DRGV' | 'USDT'; readonly left: bigint },
): Promise<void> => {
  const held = await chain.balanceOf(token, wallet.address)
  const { account } = wallet
  await sendTokens(chain, { account, token, to: chain.contracts.treasury, amount: held - left })
}

/** Signs in with the faucet's tokens except DRGV. */
const enterWithoutDrgv = async (app: App, chain: Chain): Promise<AnnouncedWallet> => {
  const wallet = await AnnouncedWallet.install(app.page, { rpcUrl: chain.url })
  await enterWithAnnounced(app, { connected: false })
  await keepOnly(chain, wallet, { token: 'DRGV', left: 0n })
  return wallet
}

test('what is missing becomes steps of the same plan: a machine without DRGV, powered with it', async ({
  app,
  page,
  chain,
  t,
}) => {
  const { backpack, exchange, transaction } = app
  const wallet = await enterWithoutDrgv(app, chain)
  await app.tab('backpack')
  const usdt = await chain.balanceOf('USDT', wallet.address)
  const { contracts } = chain
  const treasury = await chain.balanceOf('USDT', contracts.treasury)
  const plan = [
    t('tx.step.approve', { token: 'USDT' }),
    t('tx.step.swapFor', { pays: '21.', gives: '|' }).split('21.')[0] ?? '',
    t('tx.step.approve', { token: 'USDT' }),
    t('tx.step.permit', { token: 'DRGV' }),
    t('tx.step.buy'),
    t('tx.step.activate'),
  ]

  await test.step('the button says what comes first, and the steps are above it', async () => {
    await app.open('/pages/Backpack/Backpack')
    const sheet = await backpack.openBuy()
    await expect(sheet.getByRole('button', { name: wayName(t, 'buy') })).toBeVisible()
    const [swapFor = ''] = t('tx.step.swapFor', { pays: '|', gives: '' }).split('|')
    const steps = sheet.getByRole('list', { name: t('tx.steps') }).getByRole('listitem')
    await expect(steps).toHaveText([
      new RegExp(swapFor),
      new RegExp(t('tx.step.buy')),
      new RegExp(t('tx.step.activate')),
    ])
    await expectAccessibleInBoth(page, 'a machine that is swapped for')
    await app.closeSheet(t('backpack.buy'))
  })

  await test.step('one plan, with what leaves at most; the approvals are said beside the button', async () => {
    await backpack.buy(1, { power: true })
    await transaction.expectSteps(plan)
    await expect(transaction.sheet('buy')).toContainText(
      t('tx.approves.max', { tokens: ['USDT', 'DRGV'].join(t('tx.listComma')) }),
    )
    await expectAccessibleInBoth(page, 'a plan of several steps')
    expect(await chain.balanceOf('USDT', wallet.address)).toBe(usdt)
  })

  await test.step('the wallet rejects the purchase: only the swap is done', async () => {
    wallet.answers.push('accept', 'accept', 'reject')
    await transaction.confirm('buy', 6)
    await expect(transaction.sheet('buy')).toContainText(t('message.unsigned'))
    await expect(transaction.sheet('buy')).toContainText(anyBlock(t, 'tx.kept.nothingMoreUpTo'))
    await expectAccessibleInBoth(page, 'a plan that was stopped half way')
    expect(await chain.balanceOf('DRGV', wallet.address)).toBeGreaterThan(0n)
    expect(await chain.balanceOf('USDT', contracts.treasury)).toBe(treasury)
  })

  await test.step('the same again needs fewer steps, and finishes without another confirmation', async () => {
    await transaction.retry('buy')
    await expect(transaction.line('buy', t('tx.row.toTreasury'))).toContainText('80')
    await expect(transaction.line('buy', t('tx.row.burnedForPower'))).toContainText('6')
    await transaction.confirm('buy', 4)
    const done = transaction.sheet('boughtActivated')
    await expect(done).toContainText(t('moment.mining.title', { count: 1 }), { timeout: 60_000 })
    await transaction.expectSteps([t('tx.step.buy'), t('tx.step.activate')])
    await expectAccessibleInBoth(page, 'machines that were bought and activated')
    await transaction.close('boughtActivated')
    await expect(backpack.card('producing')).toBeVisible()
  })

  await test.step('its electricity ends; no BNB for the renewal: the button says how much, and is the way to it', async () => {
    await chain.travel(31 * DAY_SECONDS)
    await keepOnly(chain, wallet, { token: 'DRGV', left: 0n })
    const had = await chain.setCoins(wallet.address, 0n)
    await app.open('/pages/Backpack/Backpack')
    const sheet = await backpack.openRenew(1)
    await expect(
      sheet.getByRole('button', { name: missingName(t, 'BNB', t('wallet.faucet.ask')) }),
    ).toBeVisible()
    await expectAccessibleInBoth(page, 'BNB that is missing')
    await chain.setCoins(wallet.address, had)
  })

  await test.step('renewed out of DR alone, as a miner has it: swapped for in the same plan, to its end', async () => {
    await app.open('/pages/exchange/exchange')
    await exchange.amount.fill('20')
    await exchange.getQuote.click()
    await transaction.confirm('swap', 1)
    await transaction.expectFinal('swap')
    await transaction.done('swap')
    await keepOnly(chain, wallet, { token: 'USDT', left: 0n })
    const dr = await chain.balanceOf('DR', wallet.address)
    await app.open('/pages/Backpack/Backpack')
    await backpack.renewAll(1)
    const [swapFor = ''] = t('tx.step.swapFor', { pays: '|', gives: '' }).split('|')
    await transaction.expectSteps([t('tx.step.approve', { token: 'DR' }), swapFor, t('tx.step.activate')])
    await expect(transaction.sheet('activate')).toContainText(/DR/)
    await transaction.confirm('activate', 3)
    await transaction.expectMining(1)
    await transaction.close('activate')
    await expect(backpack.card('producing')).toBeVisible()
    expect(await chain.balanceOf('DRGV', wallet.address)).toBeLessThan(ONE)
    expect(await chain.balanceOf('DR', wallet.address)).toBeLessThan(dr)
  })
})

test('POD power out of USDT alone: one plan, and the page closed in the middle of it', async ({
  app,
  page,
  chain,
  t,
}) => {
  const { power, transaction } = app
  const wallet = await enterWithoutDrgv(app, chain)
  await app.open('/pages/DCP/DCP')
  await power.type('DR', '400')
  await power.buy()
  const [swapFor = ''] = t('tx.step.swapFor', { pays: '|', gives: '' }).split('|')
  await transaction.expectSteps([
    t('tx.step.approve', { token: 'USDT' }),
    swapFor,
    t('tx.step.approve', { token: 'USDT' }),
    'USDR',
    t('tx.step.permit', { token: 'DR' }),
    t('tx.step.permit', { token: 'USDR' }),
    t('tx.step.pod'),
  ])

  await test.step('closed in the middle, once its swap is done', async () => {
    await transaction.confirm('pod', 7)
    await expect.poll(() => chain.balanceOf('DR', wallet.address), { timeout: 30_000 }).toBeGreaterThan(0n)
    await page.reload()
  })

  await test.step('what is left of the plan: no swap any more', async () => {
    await power.type('DR', '400')
    await power.buy()
    await expect(transaction.steps.last()).toContainText(t('tx.step.pod'))
    const anySwap = new RegExp(
      t('tx.step.swapFor', { pays: String.raw`\S+ \S+`, gives: String.raw`\S+ \S+` }),
    )
    await expect(transaction.sheet('pod')).not.toContainText(anySwap)
    // The wrapping's approval may have been sent before the page was closed.
    const left = await transaction.steps.count()
    expect([4, 5]).toContain(left)
    await transaction.confirm('pod', left)
    await expect(transaction.sheet('pod')).toContainText(t('tx.success.pod'), { timeout: 60_000 })
    await transaction.expectFinal('pod')
    await transaction.done('pod')
    expect(await chain.balanceOf('DR', wallet.address)).toBeLessThan(10n * ONE)
  })
})

test('a price that moves between the plan and its swap is asked about; nothing that helps is said with its amount', async ({
  app,
  page,
  chain,
  t,
}) => {
  const { backpack, transaction } = app
  await page.clock.install()
  const wallet = await enterWithoutDrgv(app, chain)
  await app.tab('backpack')
  const sent = () => wallet.prompts.filter((prompt) => prompt.startsWith('eth_sendTransaction'))

  await test.step('the swap costs more than was agreed to: asked again, and nothing was signed', async () => {
    await chain.observe(40)
    await backpack.buy(1)
    await expect(transaction.steps).toHaveCount(5)
    await chain.pushPrice('DRGV', PUSH)
    await transaction.confirm('buy', 5)
    await expect(transaction.sheet('buy')).toContainText(t('tx.changed'))
    expect(sent()).toEqual([])
  })

  await test.step('while its approval waited in the wallet its quote ran out, and the next one gives too little: asked again', async () => {
    const usdt = await chain.balanceOf('USDT', wallet.address)
    const { promise, resolve } = Promise.withResolvers<void>()
    wallet.thinks = promise
    await transaction.confirm('buy', 5)
    await transaction.expectAsked(0)
    await chain.pushPrice('DRGV', PUSH)
    await page.clock.fastForward(PAST_SWAP_QUOTE_MS)
    await chain.travel(PAST_SWAP_QUOTE_MS / 1_000)
    resolve()
    // The approval exists, so it is no longer a step.
    await expect(
      transaction.sheet('buy').getByRole('button', { name: t('tx.confirmSteps', { count: 4 }) }),
    ).toBeVisible({ timeout: 30_000 })
    await expect(transaction.sheet('buy')).toContainText(t('tx.changed'))
    expect(sent()).toHaveLength(1)
    expect(await chain.balanceOf('USDT', wallet.address)).toBe(usdt)
    await transaction.confirm('buy', 4)
    await expect(transaction.sheet('buy')).toContainText(t('message.recharge_success'), { timeout: 60_000 })
    await transaction.expectFinal('buy')
    await transaction.done('buy')
  })

  await test.step('too little USDT for all of it: how much is missing, and the way to get it', async () => {
    await keepOnly(chain, wallet, { token: 'USDT', left: 10n * ONE })
    await keepOnly(chain, wallet, { token: 'DRGV', left: 0n })
    await page.reload()
    const sheet = await backpack.openBuy()
    const missing = sheet.getByRole('button', { name: missingName(t, 'USDT', t('wallet.faucet.ask')) })
    await expect(missing).toBeVisible()
    await expectAccessibleInBoth(page, 'what is missing, and the way to get it')
    await missing.click()
    await app.expectToast(t('error.1015'))
    await sheet.getByRole('button', { name: reviewName(t) }).click()
    await expect(transaction.line('buy', t('tx.row.toTreasury'))).toContainText('80')
    await transaction.close('buy')
    // After a quiet day the averages equal the pool's price again.
    await chain.travel(25 * 3_600)
  })
})
