import type { Locator, Page } from '@playwright/test'
import { expect } from '../fixtures/expect.ts'
import type { Texts } from '../fixtures/texts.ts'
import { escaped, payName, reviewName } from './pay-button.ts'

/** For one machine and 30 days. */
const ELECTRICITY_DRGV = 6

type MachineState = 'not-activated' | 'activated' | 'producing' | 'paused'

export class Backpack {
  private readonly page: Page
  private readonly t: Texts

  constructor(page: Page, t: Texts) {
    this.page = page
    this.t = t
  }

  /** Opens the purchase form. */
  async openBuy(): Promise<Locator> {
    const title = this.t('backpack.buy')
    await this.page.getByRole('main').getByRole('button', { name: title, exact: true }).click()
    const sheet = this.page.getByRole('dialog', { name: title })
    await expect(sheet.getByRole('textbox', { name: this.t('backpack.buy.count') })).toBeVisible()
    return sheet
  }

  /**
   * Buys machines of the first kind on sale up to the transaction sheet; returns the announced DR per day.
   * `power`: with their electricity.
   */
  async buy(count: number, { power = false }: { readonly power?: boolean } = {}): Promise<number> {
    const sheet = await this.openBuy()
    await sheet.getByRole('textbox', { name: this.t('backpack.buy.count') }).fill(String(count))
    const offer = (await sheet.locator('label').first().textContent()) ?? ''
    const rate = this.t('offer.perDay', { amount: '|' }).split('|').map(escaped).join(String.raw`([\d.,]+)`)
    const [, perDay = ''] = new RegExp(rate).exec(offer) ?? []
    const go = sheet.getByRole('button', { name: reviewName(this.t) })
    await go.click()
    // The transaction sheet has the same title.
    await expect(go).toBeHidden()
    if (!power) await this.withPower(count).click()
    return Number(perDay) * count
  }

  /**
   * Expects an invalid number of machines to stay in the field with its error, and the button to do
   * nothing.
   */
  async expectCountRefused(typed: string, said: string): Promise<void> {
    const sheet = this.page.getByRole('dialog', { name: this.t('backpack.buy') })
    const field = sheet.getByRole('textbox', { name: this.t('backpack.buy.count') })
    await field.fill(typed)
    await sheet.getByRole('button', { name: reviewName(this.t) }).click()
    await expect(sheet.getByText(said, { exact: true })).toBeInViewport({ ratio: 0.9 })
    await expect(field).toBeFocused()
    await expect(field).toHaveValue(typed)
    // Figures would be those of another number.
    await expect(sheet.getByRole('table')).toHaveCount(0)
  }

  /** Checkbox for paying the first period's electricity with the purchase. */
  withPower(count: number): Locator {
    const amount = `${count * ELECTRICITY_DRGV} DRGV`
    return this.page.getByRole('checkbox', { name: this.t('tx.power.with', { amount }) })
  }

  /** Button that copies the invite link. */
  get copyInvite(): Locator {
    return this.page.getByRole('main').getByRole('button', { name: this.t('shell.menu.invite') })
  }

  /** Card of all machines in a state. */
  card(state: MachineState): Locator {
    return this.page
      .getByRole('main')
      .getByRole('listitem')
      .filter({ has: this.page.getByText(this.t(`backpack.state.${state}`), { exact: true }) })
  }

  /** Pays one period for all machines that were never activated, up to the transaction sheet. */
  async activateAll(count: number): Promise<void> {
    const name = this.t('backpack.activateN', { count })
    await this.pay(await this.openPay('not-activated', name), name)
  }

  /** Pays one more period for all machines whose electricity has ended, up to the transaction sheet. */
  async renewAll(count: number): Promise<void> {
    await this.pay(await this.openRenew(count), this.t('backpack.renewN', { count }))
  }

  /** Opens the electricity form for machines whose electricity has ended. */
  openRenew(count: number): Promise<Locator> {
    const name = count === 1 ? this.t('backpack.renew') : this.t('backpack.renewN', { count })
    return this.openPay('paused', name)
  }

  private async openPay(state: MachineState, name: string): Promise<Locator> {
    await this.card(state).getByRole('button', { name, exact: true }).click()
    const sheet = this.page.getByRole('dialog', { name: this.t('backpack.pay.title') })
    await expect(sheet).toBeVisible()
    return sheet
  }

  private async pay(sheet: Locator, name: string): Promise<void> {
    await sheet.getByRole('button', { name: payName(this.t, 'pay', name) }).click()
    await expect(sheet).toBeHidden()
  }
}
