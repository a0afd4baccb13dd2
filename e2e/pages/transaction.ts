import { SWAP_VOUCHER_LIFETIME_SECONDS, VOUCHER_LIFETIME_SECONDS } from '@dr/protocol/constants'
import type { Locator, Page } from '@playwright/test'
import type texts from '../../apps/web/src/i18n/catalogs/en.json'
import type { Chain } from '../fixtures/chain.ts'
import { expect } from '../fixtures/expect.ts'
import { signingLog } from '../fixtures/signing-log.ts'
import type { Texts } from '../fixtures/texts.ts'

type Named<Key, Prefix extends string> = Key extends `${Prefix}${infer Name}` ? Name : never
/** Kinds with a success text; a purchase has the requirement's own words. */
type Kind = 'buy' | Named<keyof (typeof texts)['transaction'], 'tx.success.'>

/** State of a purchase whose electricity is pending, paid, or unpaid. */
type AfterPurchase = 'boughtActivating' | 'boughtActivated' | 'boughtOnly'

const successOf = (kind: Kind): string => (kind === 'buy' ? 'message.recharge_success' : `tx.success.${kind}`)

/** Longer than the life of a swap's quote. */
const PAST_QUOTE_SECONDS = SWAP_VOUCHER_LIFETIME_SECONDS + 30
/** Longer than the life of every other quote. */
export const PAST_VOUCHER_SECONDS = VOUCHER_LIFETIME_SECONDS + 60

interface Sending {
  readonly chain: Chain
  readonly kind: Kind
  /** Number of steps on the button. */
  readonly steps: number
}

/** Transaction sheet: receipt, numbered steps, result. */
export class Transaction {
  private readonly page: Page
  private readonly t: Texts

  constructor(page: Page, t: Texts) {
    this.page = page
    this.t = t
  }

  sheet(kind: Kind | AfterPurchase): Locator {
    return this.page.getByRole('dialog', { name: this.t(`tx.title.${kind}`) })
  }

  /** Value of a line of the receipt. */
  line(kind: Kind, label: string): Locator {
    const name = this.page.locator('dt').getByText(label, { exact: true })
    return this.sheet(kind).locator('dl > div').filter({ has: name }).locator('dd').first()
  }

  /** Opens the choice of approvals. */
  async showApprovals(kind: Kind): Promise<void> {
    await this.sheet(kind)
      .getByRole('button', { name: this.t('tx.approves.change'), exact: true })
      .click()
    await expect(this.sheet(kind).getByRole('heading', { name: this.t('tx.approval.title') })).toBeVisible()
  }

  /** Button of the sheet, by the key of its text. */
  button(kind: Kind, key: string): Locator {
    return this.sheet(kind).getByRole('button', { name: this.t(key), exact: true })
  }

  /** Confirms the receipt; `steps`: number of steps on the button. */
  async confirm(kind: Kind, steps: number): Promise<void> {
    const name = steps === 1 ? this.t('tx.confirm') : this.t('tx.confirmSteps', { count: steps })
    const button = this.sheet(kind).getByRole('button', { name, exact: true })
    await expect(button).toBeVisible()
    await this.expectSigner(kind)
    await this.noteReceipt(kind)
    await button.click()
  }

  /** Expects the signing wallet in the first line of the receipt. */
  private async expectSigner(kind: Kind): Promise<void> {
    const first = this.sheet(kind).locator('dl > div').first()
    const label = new RegExp(`^(${this.t('tx.row.from')}|${this.t('tx.row.wallet')})$`)
    await expect(first.locator('dt')).toHaveText(label)
    await expect(first.locator('dd')).toContainText(/0x[\da-f]{4}…[\da-f]{4}/i)
  }

  /** Records the receipt, to compare the wallet's next requests with. */
  private async noteReceipt(kind: Kind): Promise<void> {
    const rows = this.sheet(kind).locator('dl > div')
    const [labels, values] = await Promise.all([
      rows.locator('dt').allTextContents(),
      rows.locator('dd').allTextContents(),
    ])
    signingLog.push({ kind: 'receipt', rows: labels.map((label, index) => [label, values[index] ?? '']) })
  }

  /** Confirms while no blocks are made, and runs `meanwhile` before the next one. */
  private async confirmWithoutBlocks(
    { chain, kind, steps }: Sending,
    meanwhile: () => Promise<void>,
  ): Promise<void> {
    await chain.pause()
    try {
      await this.confirm(kind, steps)
      await this.expectWaiting(kind)
      await meanwhile()
    } finally {
      await chain.resume()
    }
  }

  /**
   * Confirms so that the block comes after the voucher's deadline: reverted, reported, and only the fee is
   * lost.
   */
  async confirmTooLate(sending: Sending): Promise<void> {
    const { chain, kind } = sending
    await this.confirmWithoutBlocks(sending, () =>
      chain.travel(kind === 'swap' ? PAST_QUOTE_SECONDS : PAST_VOUCHER_SECONDS),
    )
    await expect(this.sheet(kind)).toContainText(this.t('message.trade_fail'), { timeout: 30_000 })
    await expect(this.sheet(kind)).toContainText(this.t('tx.kept.fee'))
    await this.close(kind)
  }

  /**
   * Confirms, closes the page before the block comes, and opens it again: the transaction is found and
   * followed.
   */
  async confirmAndReopen(sending: Sending): Promise<void> {
    const { kind } = sending
    await this.confirmWithoutBlocks(sending, async () => {
      await this.page.reload()
      await this.page.getByRole('button', { name: this.t('shell.pendingOpen') }).click()
      await this.expectWaiting(kind)
    })
    await this.expectFinal(kind)
    await this.done(kind)
  }

  /** Numbered steps; a wallet's prompt above the app hides them from assistive technology. */
  get steps(): Locator {
    return this.page
      .locator('dialog[open]')
      .getByRole('list', { name: this.t('tx.steps'), includeHidden: true })
      .locator('> li')
  }

  async expectSteps(titles: readonly string[]): Promise<void> {
    await expect(this.steps).toHaveCount(titles.length)
    for (const [index, title] of titles.entries()) await expect(this.steps.nth(index)).toContainText(title)
  }

  /** Expects the wallet to be asked for this step only. */
  async expectAsked(index: number): Promise<void> {
    const step = this.steps.nth(index)
    await expect(step).toHaveAttribute('aria-current', 'step')
    await expect(step).toContainText(this.t('tx.step.inWallet'))
  }

  /** Expects a sent transaction without a block. */
  async expectWaiting(kind: Kind): Promise<void> {
    await expect(this.sheet(kind)).toContainText(this.t('tx.wait.block'))
  }

  /** Expects success; a deposit may already be booked instead. */
  async expectSuccess(kind: Kind): Promise<void> {
    // A purchase's toast in the topmost sheet has the same text.
    const result = this.page.locator(':not([data-toast])')
    const said = (key: string) => this.sheet(kind).getByText(this.t(key), { exact: true }).and(result)
    const success = said(successOf(kind))
    const shown = kind === 'deposit' ? success.or(said('tx.deposit.booked')).first() : success
    await expect(shown).toBeVisible()
    // Its buttons appear with it, and do not change afterwards.
    if (kind === 'activate') expect(await this.button(kind, 'tx.done').count()).toBe(0)
  }

  /** Expects it on the chain, and then final: the wallet's steps take a time of their own. */
  async expectFinal(kind: Kind): Promise<void> {
    const said = (key: string) => this.sheet(kind).getByText(this.t(key), { exact: true })
    await expect(said('tx.seen').or(said('tx.final')).first()).toBeVisible()
    await expect(said('tx.final')).toBeVisible()
  }

  /** Expects the booked electricity; returns the machines' DR per day as text. */
  async expectMining(count: number): Promise<string> {
    const sheet = this.sheet('activate')
    await expect(sheet.getByText(this.t('moment.mining.title', { count }))).toBeVisible({ timeout: 30_000 })
    return (await sheet.getByRole('status').textContent()) ?? ''
  }

  /** Waits until the app has stored the transaction's nonce, by which it finds a replacement. */
  async expectSeen(account: string): Promise<void> {
    const works = `JSON.parse(localStorage.getItem('pending:${account.toLowerCase()}') ?? '[]')`
    const seen = `${works}.some(({ accountNonce }) => accountNonce !== undefined)`
    await expect.poll(() => this.page.evaluate<boolean>(seen)).toBe(true)
  }

  /** Closes the sheet: mining machines offer several next screens, so its close button is used. */
  async done(kind: Kind): Promise<void> {
    if (kind === 'activate') return this.close(kind)
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

  async close(kind: Kind | AfterPurchase): Promise<void> {
    await this.sheet(kind)
      .getByRole('button', { name: this.t('common.close'), exact: true })
      .first()
      .click()
    await expect(this.sheet(kind)).toBeHidden()
  }
}
