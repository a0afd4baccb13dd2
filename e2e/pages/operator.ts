import type { Locator, Page } from '@playwright/test'
import { expect } from '../fixtures/expect.ts'
import type { Texts } from '../fixtures/texts.ts'
import type { App } from './app.ts'

export const OPERATOR_VIEWS = ['notices', 'limits', 'stops', 'products', 'packages', 'books', 'log'] as const
/** All forms of the operator's views. */
export const OPERATOR_FORMS = [
  { view: 'notices', heading: 'operator.view.notices', which: 'first' },
  { view: 'limits', heading: 'operator.limits', which: 'first' },
  { view: 'limits', heading: 'operator.budgets', which: 'first' },
  { view: 'stops', heading: 'operator.view.stops', which: 'first' },
  { view: 'products', heading: 'operator.view.products', which: 'first' },
  { view: 'products', heading: 'operator.view.products', which: 'new' },
  { view: 'packages', heading: 'operator.view.packages', which: 'first' },
  { view: 'packages', heading: 'operator.view.packages', which: 'new' },
  { view: 'log', heading: 'operator.view.log', which: 'first' },
] as const
type View = (typeof OPERATOR_VIEWS)[number]

/**
 * `/pages/operator/operator`: notices, limits with their proposals, switches, products, packages, books, log.
 */
export class Operator {
  private readonly app: App
  private readonly page: Page
  private readonly t: Texts

  constructor(app: App) {
    this.app = app
    this.page = app.page
    this.t = app.t
  }

  get main(): Locator {
    return this.page.getByRole('main')
  }

  /** Opens it by its address, which is not a route of the requirement. */
  async open(): Promise<void> {
    await this.app.openAddress('/pages/operator/operator')
    await expect(this.main.getByRole('group', { name: this.t('operator.title') })).toBeVisible()
  }

  get dialog(): Locator {
    return this.page.getByRole('dialog')
  }

  async view(name: View): Promise<void> {
    const group = this.main.getByRole('group', { name: this.t('operator.title') })
    await group.getByText(this.t(`operator.view.${name}`), { exact: true }).click()
    await expect(group.getByRole('radio', { name: this.t(`operator.view.${name}`) })).toBeChecked()
  }

  card(heading: string): Locator {
    const title = this.page.getByRole('heading', { level: 2, name: this.t(heading), exact: true })
    return this.main.locator('section').filter({ has: title })
  }

  /** Opens the first item under a heading, or the form for a new one. */
  async openForm(heading: string, which: 'first' | 'new'): Promise<void> {
    const card = this.card(heading)
    const first = card.getByRole('listitem').getByRole('button').first()
    await (which === 'first' ? first : card.getByRole('button', { name: this.t('operator.new') })).click()
    await expect(this.dialog).toBeVisible()
  }

  /** Opens the form that blocks a user's account. */
  async openBlock(user: string): Promise<void> {
    await this.view('books')
    const card = this.card('operator.account')
    await card.getByLabel(this.t('operator.account.address')).fill(user)
    await card.getByRole('button', { name: this.t('operator.block.begin') }).click()
    await expect(this.dialog).toBeVisible()
  }

  /** Closes the form without a change. */
  async closeForm(): Promise<void> {
    await this.page.keyboard.press('Escape')
    await expect(this.dialog).toBeHidden()
  }

  private async done(): Promise<void> {
    // The toast of the action before may still be shown.
    await this.app.expectToast(this.t('operator.done'))
    await expect(this.dialog).toBeHidden()
  }

  async publish({ title, text }: { readonly title: string; readonly text: string }): Promise<void> {
    await this.main.getByRole('button', { name: this.t('operator.notice.write') }).click()
    await this.dialog.getByLabel(this.t('operator.notice.title')).fill(title)
    await this.textArea('operator.notice.text').fill(text)
    await this.dialog.getByRole('button', { name: this.t('operator.notice.publish') }).click()
    await this.done()
  }

  textArea(label: string): Locator {
    return this.dialog.getByRole('textbox', { name: this.t(label) })
  }

  async propose(limit: string, value: string, reason: string): Promise<void> {
    await this.main.getByRole('button', { name: this.t(`platform.limit.${limit}`) }).click()
    await this.dialog.getByRole('textbox').first().fill(value)
    await this.textArea('operator.reason').fill(reason)
    await this.dialog.getByRole('button', { name: this.t('operator.propose'), exact: true }).click()
    await this.done()
  }

  get approveButton(): Locator {
    return this.main.getByRole('button', { name: this.t('operator.proposal.approve'), exact: true })
  }

  get takeBackButton(): Locator {
    return this.main.getByRole('button', { name: this.t('operator.proposal.takeBack'), exact: true })
  }
}
