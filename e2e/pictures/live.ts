/** History shown by the pictures: a user with machines, packages, POD power and referrals. */
import type { Browser } from '@playwright/test'
import { AnnouncedWallet } from '../fixtures/announced-wallet.ts'
import { type Chain, openChain } from '../fixtures/chain.ts'
import {
  activateMachines,
  buyMachines,
  buyPodPower,
  collect,
  enterInvited,
  enterWithBurner,
  subscribe,
  swap,
  withdraw,
} from '../fixtures/journey.ts'
import type { Product } from '../fixtures/product.ts'
import type { App } from '../pages/app.ts'
import { open } from './camera.ts'

const DAY_SECONDS = 86_400
const WEEK_SECONDS = 7 * DAY_SECONDS
/** Base units of USDT added to the pool of DR on successive days. */
const PUSHES = [4_000n, 9_000n, 2_000n, 7_000n].map((usdt) => usdt * 10n ** 18n)

/** USDT staked by referrals on successive days: the first two bind the user, the third binds the first. */
const FRIENDS = ['4000', '1250', '2600'] as const

/** Adds referrals who stake. */
const inviteFriends = async (
  app: App,
  { browser, product, chain }: { browser: Browser; product: Product; chain: Chain },
) => {
  await app.open('/pages/dao/dao')
  const codes = [await app.community.inviteCode()]
  for (const [index, amount] of FRIENDS.entries()) {
    const look = { locale: 'zh-CN', theme: 'light' } as const
    const friend = await open(browser, look, { product })
    await AnnouncedWallet.install(friend.page, { rpcUrl: chain.url })
    await enterInvited(friend.app, codes[index < 2 ? 0 : 1] ?? '')
    const { packages, transaction } = friend.app
    await packages.order(await packages.subscribe('USDT', 30), { amount, income: 'USDT' })
    await transaction.confirm('deposit', 2)
    await transaction.expectFinal('deposit')
    await transaction.done('deposit')
    await friend.app.open('/pages/dao/dao')
    codes.push(await friend.app.community.inviteCode())
    await friend.context.close()
    await chain.travel(DAY_SECONDS)
  }
}

/** Some weeks of a user: machines, collects, withdrawals, swaps, packages, POD power and its dividends. */
export const live = async (app: App, browser: Browser, product: Product): Promise<void> => {
  const chain = openChain({
    url: product.chainUrl,
    site: product.url,
    dataDirectory: product.dataDirectory,
  })
  await enterWithBurner(app)
  await buyMachines(app, 2, 3)
  await activateMachines(app, 2)
  for (const amount of ['10', '10.5']) {
    await chain.travel(12 * DAY_SECONDS + 600)
    await collect(app, 12)
    await withdraw(app, amount)
  }
  await swap(app, '300', 2)
  await buyPodPower(app, '400', 5)
  await subscribe(app, { amount: '500', income: 'DR' }, 1)
  // Price moves while no quote is needed; a quiet week follows.
  for (const usdt of PUSHES) {
    await chain.travel(DAY_SECONDS)
    await chain.pushPrice('DR', usdt)
  }
  await chain.travel(WEEK_SECONDS)
  // After the purchase's own week and the first one that pays on it.
  await chain.travel(WEEK_SECONDS)
  await inviteFriends(app, { browser, product, chain })
  await buyPodPower(app, '150', 5)
  await swap(app, '55.5', 1)
  await subscribe(app, { amount: '200', income: 'USDT' }, 1)
  await buyMachines(app, 3, 1)
  await chain.recapitalise(1, 250n * 10n ** 18n)
  await chain.travel(7_200)
}
