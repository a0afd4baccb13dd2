import type { Locator, Page } from '@playwright/test'
import { expect } from '../fixtures/expect.ts'
import type { Texts } from '../fixtures/texts.ts'

type View = 'team' | 'members' | 'all'
type Figure = 'members' | 'newToday' | 'staked' | 'pledged'

/** `/pages/dao/dao` and `/pages/dao/add`: team, members, search, daily additions; and the nodes on Assets. */
export class Community {
  private readonly page: Page
  private readonly t: Texts

  constructor(page: Page, t: Texts) {
    this.page = page
    this.t = t
  }

  private get main(): Locator {
    return this.page.getByRole('main')
  }

  /** Size of the downline, with the invite button. */
  get hero(): Locator {
    return this.main.getByRole('region', { name: this.t('community.team') })
  }

  async view(name: View): Promise<void> {
    const views = this.main.getByRole('group', { name: this.t('community.view') })
    await views.getByText(this.t(`community.view.${name}`), { exact: true }).click()
  }

  /** Selects the figures of the whole team or of direct referrals. */
  async scope(name: 'team' | 'direct'): Promise<void> {
    const scopes = this.main.getByRole('group', { name: this.t('community.scope') })
    await scopes.getByText(this.t(`community.scope.${name}`), { exact: true }).click()
  }

  /** Value of a figure by its name. */
  figure(name: Figure): Locator {
    const label = this.page.locator('dt').getByText(this.t(`community.figures.${name}`), { exact: true })
    return this.main.locator('dl > div').filter({ has: label }).locator('dd').first()
  }

  /** Amount burned by the chosen scope of the team. */
  get teamBurned(): Locator {
    const label = this.page.getByText(this.t('community.figures.burned'), { exact: true })
    return this.main.locator('p').filter({ has: label })
  }

  /** Amount burned by the whole community. */
  get totalBurned(): Locator {
    const heading = this.main.getByRole('heading', { name: this.t('community.all'), exact: true })
    return heading.locator('xpath=following-sibling::p[1]')
  }

  get searchField(): Locator {
    return this.main.getByRole('textbox', { name: this.t('community.search') })
  }

  get members(): Locator {
    return this.main.getByRole('list', { name: this.t('community.members') }).getByRole('listitem')
  }

  /** The user's invite code, from the sheet with link and QR code. */
  async inviteCode(): Promise<string> {
    const title = this.t('home.invite.title')
    await this.hero.getByRole('button', { name: title }).click()
    const sheet = this.page.getByRole('dialog', { name: title })
    const code = await sheet.getByText(/^[A-HJ-NP-Z2-9]{8}$/).textContent()
    await sheet.getByRole('button', { name: this.t('common.close') }).click()
    await expect(sheet).toBeHidden()
    if (code === null) throw new Error('the sheet shows no code')
    return code
  }

  /** One day of the additions, by its date or a word beside it. */
  day(text: string): Locator {
    return this.main.getByRole('listitem').filter({ hasText: text })
  }

  /** Weekly ranking by direct referrals. */
  get ranking(): Locator {
    const heading = this.page.getByRole('heading', { name: this.t('community.ranking'), exact: true })
    return this.main.locator('section').filter({ has: heading })
  }

  /** Opens the nodes on Assets, from the pill in the bar. */
  async openNodes(): Promise<Locator> {
    await this.page
      .getByRole('banner')
      .getByRole('button', { name: this.t('assets.nodeRanking') })
      .click()
    const sheet = this.page.getByRole('dialog', { name: this.t('assets.nodeRanking') })
    await expect(sheet).toBeVisible()
    return sheet
  }

  /** Selects this week's ranking, or the closed weeks. */
  async nodesView(name: 'ranking' | 'weeks'): Promise<void> {
    const views = this.page.getByRole('dialog').getByRole('group', { name: this.t('nodes.view') })
    await views.getByText(this.t(`nodes.view.${name}`), { exact: true }).click()
  }
}
