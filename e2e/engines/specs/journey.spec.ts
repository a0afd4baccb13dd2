import {
  activateMachines,
  buyMachines,
  collect,
  enterStepByStep,
  subscribe,
  swap,
  withdraw,
} from '../../fixtures/journey.ts'
import { Security } from '../../pages/security.ts'
import { readBooks } from '../ledger.ts'
import { openEverySheet } from '../sheets.ts'
import { expect, test } from '../test.ts'

const ONE = 10n ** 18n
const DAY_SECONDS = 86_400
/** Releases are final some minutes later. */
const RELEASED_SECONDS = 600
/** The first day's emission, which this account mines alone; and what the minutes around it may bring. */
const DAY_DR = 50_000n * ONE
const MINUTES_DR = 1_000n * ONE
const WITHDRAWN = 200n * ONE
const BURNED = 10n * ONE // 5 %
const SUBSCRIBED = 500n * ONE
/** 10,000 of the faucet, less two machines at 80 %, what was swapped, and what was subscribed. */
const USDT_LEFT = (10_000n - 160n - 300n - 500n) * ONE

test('connects, buys, mines, collects, withdraws, swaps and subscribes: the ledger is the same in every engine', async ({
  app,
  chain,
  product,
  remote,
  t,
}) => {
  const account = await test.step('connect, register, faucet, bind', () => enterStepByStep(app))
  await test.step('buy 2 machines', () => buyMachines(app, 2, 3))
  await test.step('activate them', () => activateMachines(app, 2))
  await test.step('a day passes', () => chain.travel(DAY_SECONDS + RELEASED_SECONDS))
  await test.step('collect', () => collect(app))
  await test.step('withdraw 200 DR', () => withdraw(app, '200'))
  const dr = await chain.balanceOf('DR', account)
  await test.step('swap 300 USDT for DR', () => swap(app, '300', 2))
  await test.step('subscribe 500 USDT', () => subscribe(app, { amount: '500', income: 'DR' }, 1))

  await test.step('the ledger and the chain say so', async () => {
    const key = await remote.evaluate<string>("localStorage.getItem('burner')")
    const { lines, balances } = await readBooks({ url: product.url, key })
    const collected = lines.find(({ what }) => what.startsWith('mining.collect'))?.amount ?? 0n
    expect(collected).toBeGreaterThanOrEqual(DAY_DR)
    expect(collected).toBeLessThan(DAY_DR + MINUTES_DR)
    expect(lines).toEqual([
      { what: 'mining.collect in DR 0', amount: collected },
      { what: 'withdrawal.hold hold DR 0', amount: WITHDRAWN },
      { what: 'withdrawal.paid out DR 0', amount: WITHDRAWN - BURNED },
      { what: 'withdrawal.burned out DR 0', amount: BURNED },
      { what: 'package.deposit in USDT 2', amount: SUBSCRIBED },
    ])
    expect(balances).toEqual({
      'DR 0': { available: collected - WITHDRAWN, held: 0n, locked: 0n },
      'USDT 2': { available: 0n, held: 0n, locked: SUBSCRIBED },
    })
    expect(dr).toBe(WITHDRAWN - BURNED)
    expect(await chain.balanceOf('DR', account)).toBeGreaterThan(dr)
    expect(await chain.balanceOf('USDT', account)).toBe(USDT_LEFT)
  })

  await test.step('every sheet that a screen opens', async () => {
    await openEverySheet(app, remote)
    await app.open('/')
    const security = new Security(app.page, t)
    await security.open()
    await remote.watchSheet()
    for (const part of ['security.email', 'security.sessions']) {
      await security.go(part)
      await remote.watchSheet()
      await security.sheet.getByRole('button', { name: t('common.back') }).click()
    }
    await security.close()
    await (await app.openWallet()).getByRole('button', { name: t('wallet.receive') }).click()
    await expect(app.sheet(t('wallet.receive'))).toBeVisible()
    await remote.watchSheet()
  })
  await test.step('signs out, and is asked in the sheet that stays when the wallet refuses', async () => {
    await app.open('/')
    await remote.evaluate('window.isOldDocument = true')
    await (await app.openWallet()).getByRole('button', { name: t('wallet.sheet.signOut') }).click()
    // A second after it the app loads again (requirement §4).
    await expect(async () => {
      expect(await remote.evaluate<boolean>('window.isOldDocument === undefined')).toBe(true)
    }).toPass({ timeout: 15_000 })
    await app.home.signInButton.click()
    await app.burner.reject('message')
    await expect(app.connect.signIn).toBeVisible()
    await remote.watchSheet()
  })
  const faults = [...remote.sheets].filter(([, found]) => found.size > 0)
  expect(Object.fromEntries(faults.map(([title, found]) => [title, [...found]]))).toEqual({})
  expect([...remote.sheets.keys()]).toEqual(
    expect.arrayContaining(
      [
        ...['wallet.connect.title', 'wallet.signIn.title', 'wallet.register.title', 'wallet.burner.name'],
        ...['home.bind.title', 'backpack.buy', 'backpack.pay.title', 'shell.menu', 'security.title'],
        ...['tx.title.buy', 'tx.title.activate', 'tx.title.withdraw', 'tx.title.swap', 'tx.title.deposit'],
        ...['home.detail.title', 'exchange.give', 'exchange.get', 'calculator.title', 'wallet.sheet.title'],
        ...['security.email', 'security.sessions', 'wallet.receive', 'home.invite.title', 'dividend.title'],
        ...['assets.nodeRanking', 'assets.account.0', 'ledger.filter.title'],
      ].map((key) => t(key)),
    ),
  )
  expect(remote.complaints).toEqual([])
})
