/** Page objects of the app: its tabs by name, its sheets by title. */
import type { Locator, Page } from '@playwright/test'
import type { ROUTES } from '../../tools/checks/requirement.ts'
import { expect } from '../fixtures/expect.ts'
import type { Texts } from '../fixtures/texts.ts'
import { Backpack } from './backpack.ts'
import { BurnerWallet } from './burner-wallet.ts'
import { Community } from './community.ts'
import { Connect } from './connect.ts'
import { Exchange } from './exchange.ts'
import { Home } from './home.ts'
import { Packages } from './packages.ts'
import { Power } from './power.ts'
import { Records } from './records.ts'
import { Transaction } from './transaction.ts'
import { Withdrawal } from './withdrawal.ts'

export interface Surroundings {
  readonly url: string
  readonly t: Texts
}

export type Route = (typeof ROUTES)[number]

/** Runs in the page: records every toast as it appears, since they are shown for only two seconds. */
const NOTE_TOASTS = `new MutationObserver((changes) => {
  for (const { addedNodes } of changes) {
    for (const node of addedNodes) {
      if (node.matches?.('[data-toast]')) noteToast(node.textContent)
      for (const toast of node.querySelectorAll?.('[data-toast]') ?? []) noteToast(toast.textContent)
    }
  }
}).observe(document, { childList: true, subtree: true })`

/**
 * Runs in the page: whether the history entry of a sheet (apps/web/src/ui/sheet/back-layers.ts) is left
 * after the sheet has closed.
 */
const LEAVING = `history.state?.layer === true && document.querySelector('dialog[open]') === null`

export class App {
  readonly page: Page
  readonly t: Texts
  readonly url: string
  readonly home: Home
  readonly backpack: Backpack
  readonly connect: Connect
  readonly burner: BurnerWallet
  readonly transaction: Transaction
  readonly withdrawal: Withdrawal
  readonly records: Records
  readonly exchange: Exchange
  readonly packages: Packages
  readonly power: Power
  readonly community: Community
  private readonly toasts: string[] = []
  private readonly noting: Promise<unknown>

  constructor(page: Page, { url, t }: Surroundings) {
    this.page = page
    this.t = t
    this.url = url
    this.home = new Home(page, t)
    this.backpack = new Backpack(page, t)
    this.connect = new Connect(page, t)
    this.burner = new BurnerWallet(page, t)
    this.transaction = new Transaction(page, t)
    this.withdrawal = new Withdrawal(page, t)
    this.records = new Records(page, t)
    this.exchange = new Exchange(page, t)
    this.packages = new Packages(page, t)
    this.power = new Power(page, t)
    this.community = new Community(page, t)
    this.noting = Promise.all([
      page.exposeFunction('noteToast', (text: string) => this.toasts.push(text)),
      page.addInitScript(NOTE_TOASTS),
    ])
  }

  /** Opens a route in a new document, like an external link, so that nothing is left of the previous page. */
  async open(route: Route = '/'): Promise<void> {
    await this.openAddress(route)
    await expect(this.heading).toBeVisible()
  }

  /** Opens any address behind the hash; the caller checks the content. */
  async openAddress(address: string): Promise<void> {
    // Before the page: otherwise the first toasts are missed.
    await this.noting
    const sameDocument = this.page.url().startsWith(`${this.url}/`)
    if (sameDocument) await this.leaveSheet()
    await this.page.goto(`${this.url}/#${address}`)
    if (sameDocument) await this.page.reload()
  }

  /** Goes back while a sheet is open, once the history has its entry. */
  async backFromSheet(): Promise<void> {
    await this.expectLayer(true)
    await this.page.goBack()
  }

  /** Not `waitForFunction`, which uses `eval`, which the page's policy forbids. */
  async expectLayer(open: boolean): Promise<void> {
    await expect.poll(() => this.page.evaluate<boolean>('history.state?.layer === true')).toBe(open)
  }

  /**
   * Waits until a closed sheet's history entry is removed, since that would also remove a page opened
   * before it.
   */
  async leaveSheet(): Promise<void> {
    await expect.poll(() => this.page.evaluate(LEAVING)).toBe(false)
  }

  /** Waits until nothing is loading. */
  async loaded(): Promise<void> {
    await expect(this.page.getByRole('main')).toBeVisible()
    await expect(this.page.getByRole('status', { name: this.t('message.loading') })).toHaveCount(0)
  }

  /** Opens one of the five tabs with the bar at the bottom. */
  async tab(name: 'home' | 'power' | 'backpack' | 'community' | 'assets'): Promise<void> {
    const bar = this.page.getByRole('navigation', { name: this.t('shell.tabs') })
    await bar.getByRole('link', { name: this.t(`shell.tab.${name}`) }).click()
  }

  get heading(): Locator {
    return this.page.getByRole('heading', { level: 1 })
  }

  sheet(title: string): Locator {
    return this.page.getByRole('dialog', { name: title })
  }

  /** Forgets earlier toasts before the next action. */
  forgetToasts(): void {
    this.toasts.length = 0
  }

  /** Expects a toast, shown or not. Each is found once. */
  async expectToast(text: string | RegExp, { timeout }: { readonly timeout?: number } = {}): Promise<void> {
    await this.noting
    const find = (): boolean => {
      const index = this.toasts.findIndex((said) =>
        typeof text === 'string' ? said.includes(text) : text.test(said),
      )
      if (index >= 0) this.toasts.splice(index, 1)
      return index >= 0
    }
    await expect.poll(find, { message: `the toast ${text}`, ...(timeout && { timeout }) }).toBe(true)
  }

  /** Visible toasts by content: an open sheet hides them from the accessibility tree. */
  toast(text: string | RegExp): Locator {
    return this.page.locator('[data-toast]').filter({ hasText: text })
  }

  async openMenu(): Promise<Locator> {
    await this.page
      .getByRole('banner')
      .getByRole('button', { name: this.t('shell.menu') })
      .click()
    return this.sheet(this.t('shell.menu'))
  }

  /** Opens the wallet sheet. */
  async openWallet(): Promise<Locator> {
    await this.page
      .getByRole('banner')
      .getByRole('button', { name: this.t('shell.wallet') })
      .click()
    return this.sheet(this.t('wallet.sheet.title'))
  }

  /** Disconnects the wallet in its sheet. */
  async disconnect(): Promise<void> {
    const sheet = await this.openWallet()
    await sheet.getByRole('button', { name: this.t('wallet.sheet.disconnect') }).click()
  }

  async closeSheet(title: string): Promise<void> {
    await this.sheet(title)
      .getByRole('button', { name: this.t('common.close') })
      .click()
    await expect(this.sheet(title)).toBeHidden()
  }
}
