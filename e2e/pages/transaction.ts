import type { Locator, Page } from '@playwright/test'
import { expect } from '../fixtures/expect.ts'
import type { Texts } from '../fixtures/texts.ts'

type Kind =
  | 'buy'
  | 'activate'
  | 'pod'
  | 'swap'
  | 'withdraw'
  | 'deposit'
  | 'wrap'
  | 'unwrap'
  | 'revoke'
  | 'draw'
  | 'claim'

const SUCCESS: Record<Kind, string> = {
  buy: 'message.recharge_success', // the customer's own words
  activate: 'tx.success.activate',
  pod: 'tx.success.pod',
  swap: 'tx.success.swap',
  withdraw: 'tx.success.withdraw',
  deposit: 'tx.success.deposit',
  wrap: 'tx.success.wrap',
  unwrap: 'tx.success.wrap',
  revoke: 'tx.success.revoke',
  draw: 'tx.success.draw',
  claim: 'tx.success.claim',
}

/** The one sheet of everything that is signed: receipt, numbered steps, result. */
export class Transaction {
  private readonly page: Page
  private readonly t: Texts

  constructor(page: Page, t: Texts) {
    this.page = page
    this.t = t
  }

  sheet(kind: Kind): Locator {
    return this.page.getByRole('dialog', { name: this.t(`tx.title.${kind}`) })
  }

  /** Value of a line of the receipt. */
  line(kind: Kind, label: string): Locator {
    const name = this.page.locator('dt').getByText(label, { exact: true })
    return this.sheet(kind).locator('dl > div').filter({ has: name }).locator('dd').first()
  }

  /** Starts what the receipt says; `steps` is how many the button announces. */
  async confirm(kind: Kind, steps: number): Promise<void> {
    const name = steps === 1 ? this.t('tx.confirm') : this.t('tx.confirmSteps', { count: steps })
    await this.sheet(kind).getByRole('button', { name, exact: true }).click()
  }

  /** The numbered steps; an app below a wallet's prompt is hidden from assistive technology, not from the eye. */
  get steps(): Locator {
    return this.page.getByRole('list', { name: this.t('tx.steps'), includeHidden: true }).locator('> li')
  }

  async expectSteps(titles: readonly string[]): Promise<void> {
    await expect(this.steps).toHaveCount(titles.length)
    for (const [index, title] of titles.entries()) await expect(this.steps.nth(index)).toContainText(title)
  }

  /** The wallet is being asked for this step, and for no other. */
  async expectAsked(index: number): Promise<void> {
    const step = this.steps.nth(index)
    await expect(step).toHaveAttribute('aria-current', 'step')
    await expect(step).toContainText(this.t('tx.step.inWallet'))
  }

  async expectSuccess(kind: Kind): Promise<void> {
    await expect(this.sheet(kind).getByText(this.t(SUCCESS[kind]), { exact: true })).toBeVisible()
  }

  async expectFinal(kind: Kind): Promise<void> {
    await expect(this.sheet(kind).getByText(this.t('tx.final'), { exact: true })).toBeVisible()
  }

  async done(kind: Kind): Promise<void> {
    await this.sheet(kind)
      .getByRole('button', { name: this.t('tx.done'), exact: true })
      .click()
    await expect(this.sheet(kind)).toBeHidden()
  }

  async retry(kind: Kind): Promise<void> {
    await this.sheet(kind)
      .getByRole('button', { name: this.t('common.retry'), exact: true })
      .click()
  }

  async close(kind: Kind): Promise<void> {
    await this.sheet(kind)
      .getByRole('button', { name: this.t('common.close'), exact: true })
      .first()
      .click()
    await expect(this.sheet(kind)).toBeHidden()
  }
}
