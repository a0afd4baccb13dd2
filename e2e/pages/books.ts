import type { VaultIndex } from '@dr/protocol/token-table'
import type { Locator, Page } from '@playwright/test'
import type { Texts } from '../fixtures/texts.ts'

type Part = 'reserves' | 'rewards' | 'tokens' | 'rules'

/** `/pages/platform/platform`: the open books. */
export class Books {
  private readonly page: Page
  private readonly t: Texts

  constructor(page: Page, t: Texts) {
    this.page = page
    this.t = t
  }

  /** Sentence with the coverage, above everything. */
  get coverage(): Locator {
    return this.page.getByRole('main').getByRole('region', { name: this.t('platform.reserves') })
  }

  async choose(part: Part): Promise<void> {
    const group = this.page.getByRole('group', { name: this.t('platform.title') })
    await group.getByText(this.t(`platform.view.${part}`), { exact: true }).click()
  }

  /** Card of a vault. */
  vault(index: VaultIndex): Locator {
    const name = this.t('platform.vault', { index, account: this.t(`assets.account.${index}`) })
    return this.page.locator('section').filter({ has: this.page.getByRole('heading', { level: 2, name }) })
  }

  card(title: string): Locator {
    return this.page
      .locator('section')
      .filter({ has: this.page.getByRole('heading', { level: 2, name: title, exact: true }) })
  }
}
