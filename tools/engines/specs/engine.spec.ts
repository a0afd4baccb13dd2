import { privateKeyToAddress } from 'viem/accounts'
import { AnnouncedWallet } from '../../../e2e/fixtures/announced-wallet.ts'
import { fillAccount } from '../../../e2e/fixtures/full-account.ts'
import {
  activateMachines,
  buyMachines,
  collect,
  enterStepByStep,
  enterWithAnnounced,
  subscribe,
  swap,
  withdraw,
} from '../../../e2e/fixtures/journey.ts'
import { operatorKey } from '../../../e2e/fixtures/operator-key.ts'
import { OPERATOR_FORMS, Operator } from '../../../e2e/pages/operator.ts'
import { ROUTES } from '../../checks/requirement.ts'
import { readBooks } from '../ledger.ts'
import { comeBack, pressAll } from '../press.ts'
import { openRooms } from '../rooms.ts'
import { NEVER_OPENED, sourceSheets } from '../source-sheets.ts'
import { expect, test } from '../test.ts'

const ONE = 10n ** 18n
const DAYS = 12
const DAY_SECONDS = 86_400
/** Releases are final some minutes later. */
const RELEASED_SECONDS = 600
/** Two machines of 10 T at 0.05 DR a day for each T; and a margin for the minutes around the days. */
const MINED_DR = BigInt(DAYS) * ONE
const MINUTES_DR = ONE / 10n
const WITHDRAWN = 10n * ONE
const BURNED = ONE / 2n // 5 %
const SUBSCRIBED = 500n * ONE
/** 10,000 of the faucet, less two machines at 80 %, the swap, and the subscription. */
const USDT_LEFT = (10_000n - 160n - 300n - 500n) * ONE

/** The requirement's alias of the first page. */
const ALIAS = '/pages/index/index'

// One product an engine; the last test counts sheets opened by the others, so they are retried together.
test.describe.configure({ mode: 'serial' })

test('a visitor opens every route: what it shows is in the window', async ({ app, remote, t }) => {
  for (const route of ROUTES) {
    await test.step(route, async () => {
      await app.open(route)
      await app.loaded()
      expect.soft(await remote.operate('pageFaults'), route).toEqual([])
    })
  }
  await test.step('the code to pair a wallet by WalletConnect, and an address to watch', async () => {
    await app.open('/')
    await app.connect.open()
    await app.connect.choose('WalletConnect')
    await expect(app.connect.pairingCode).toBeVisible({ timeout: 30_000 })
    await remote.watchSheet()
    await app.connect.close()
    await app.connect.open()
    await app.connect.choose(t('watch.enter'))
    await expect(app.sheet(t('watch.title'))).toBeVisible()
    await remote.watchSheet()
  })
})

test('an operator opens every form: what it shows is in the window', async ({ app, product, remote, t }) => {
  const { burner, connect } = app
  await app.open('/')
  const key = operatorKey(product.dataDirectory, 'operator1')
  await remote.evaluate(`localStorage.setItem('burner', '${key}')`)
  await app.open('/')
  await connect.open()
  await connect.choose(burner.name)
  await burner.accept('connect')
  await app.expectToast(t('wallet.signIn.done'))
  const operator = new Operator(app)
  await operator.open()
  // Creates a notice, and a line in the log.
  await operator.publish({ title: '维护', text: '周三 02:00–03:00（UTC）维护。' })
  for (const { view, heading, which } of OPERATOR_FORMS) {
    await operator.view(view)
    await operator.openForm(heading, which)
    await remote.watchSheet()
    await operator.closeForm()
  }
  await operator.openBlock(privateKeyToAddress(key))
  await remote.watchSheet()
  await operator.closeForm()
})

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
  await test.step('twelve days pass', () => chain.travel(DAYS * DAY_SECONDS + RELEASED_SECONDS))
  await test.step('collect', () => collect(app, DAYS))
  await test.step('withdraw 10 DR', () => withdraw(app, '10'))
  const dr = await chain.balanceOf('DR', account)
  await test.step('swap 300 USDT for DR', () => swap(app, '300', 2))
  await test.step('subscribe 500 USDT', () => subscribe(app, { amount: '500', income: 'DR' }, 1))

  await test.step('ledger and chain agree', async () => {
    const key = await remote.evaluate<string>("localStorage.getItem('burner')")
    const { lines, balances } = await readBooks({ url: product.url, key })
    const collected = lines.find(({ what }) => what.startsWith('mining.collect'))?.amount ?? 0n
    expect(collected).toBeGreaterThanOrEqual(MINED_DR)
    expect(collected).toBeLessThan(MINED_DR + MINUTES_DR)
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

  await test.step('signs out; when the wallet refuses, its sheet stays open and asks again', async () => {
    await app.open('/')
    await remote.evaluate('window.isOldDocument = true')
    await (await app.openWallet()).getByRole('button', { name: t('wallet.sheet.signOut') }).click()
    // The app reloads a second later (requirement §4).
    await expect(async () => {
      expect(await remote.evaluate<boolean>('window.isOldDocument === undefined')).toBe(true)
    }).toPass({ timeout: 15_000 })
    await app.home.signInButton.click()
    await app.burner.reject('message')
    await expect(app.connect.signIn).toBeVisible()
    await remote.watchSheet()
  })
})

test('an account with something in every list: every route, and every sheet, has its content in the window', async ({
  app,
  fullAccount,
  product,
  remote,
}) => {
  const { chain } = product
  const wallet = await AnnouncedWallet.install(app.page, { rpcUrl: chain.url, keys: [fullAccount.key] })
  const member = await test.step('a month of it, without a browser', () => fillAccount(fullAccount, product))
  await test.step('signs in', () => enterWithAnnounced(app, { connected: false, known: true }))
  const pressed = new Set<string>()
  for (const route of ROUTES.filter((each) => each !== ALIAS)) {
    await test.step(route, async () => {
      const place = { app, page: remote, route }
      await comeBack(place)
      await app.loaded()
      expect.soft(await remote.operate('pageFaults'), route).toEqual([])
      await pressAll(place, { root: 'header', pressed })
      await pressAll(place, { root: 'main', pressed })
    })
  }
  await test.step('what needs more than one press on a route', () =>
    openRooms({ app, remote }, { receiver: member.account.address, wallet }))
})

test('every sheet of the source was open, and every part of those that have several', ({ opened, t }) => {
  const names = new Set([...opened].map((sheet) => sheet.split(': ')[0]))
  expect([...names, ...Object.keys(NEVER_OPENED)].sort()).toEqual(sourceSheets())
  const parts = [
    'connect: wallet.connect.title',
    'connect: wallet.signIn.title',
    'connect: wallet.register.title',
    ...['buy', 'activate', 'withdraw', 'swap', 'deposit', 'pod'].map(
      (kind) => `transaction: tx.title.${kind}`,
    ),
    ...['title', 'email', 'sessions', 'password.change'].map((part) => `security: security.${part}`),
    ...['exchange.give', 'exchange.get'].map((side) => `token: ${side}`),
    ...[0, 1, 2].map((account) => `account: assets.account.${account}`),
    ...['pledge', 'unpledge'].map((action) => `pledge: power.pledge.${action}`),
    ...['records.machines.title', 'tx.row.electricity'].map((kind) => `mining-record: ${kind}`),
    'product-form: operator.new',
    'package-form: operator.new',
  ]
  const titled = parts.map((part) => {
    const [name = '', key = ''] = part.split(': ')
    return `${name}: ${t(key)}`
  })
  expect(titled.filter((sheet) => !opened.has(sheet))).toEqual([])
})
