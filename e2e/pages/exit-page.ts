/** The exit page in a browser; notes whom it contacts and what it complains of. */
import type { Locator, Page } from '@playwright/test'
import type { Address } from 'viem'
import type { ExitChain } from '../fixtures/exit/exit-chain.ts'

export class ExitPage {
  readonly complaints: string[] = []
  readonly contacted: string[] = []
  readonly page: Page
  private readonly url: string
  private readonly chain: ExitChain
  constructor(page: Page, { url, chain }: { url: string; chain: ExitChain }) {
    this.page = page
    this.url = url
    this.chain = chain
    page.on('pageerror', (error) => this.complaints.push(String(error)))
    page.on('console', (message) => {
      if (message.type() === 'error' && !message.text().includes('ERR_')) this.complaints.push(message.text())
    })
    page.on('request', (request) => {
      if (!request.url().startsWith('file:') && !request.url().startsWith('data:'))
        this.contacted.push(new URL(request.url()).origin)
    })
  }
  async open(language: 'en' | 'zh-CN' = 'en'): Promise<void> {
    await this.page.goto(this.url)
    await this.page.locator('#language').selectOption(language)
  }
  async load(text: string, name = 'roots-1.txt'): Promise<void> {
    await this.page
      .locator('#file')
      .setInputFiles({ name, mimeType: 'text/plain', buffer: Buffer.from(text) })
  }
  async check(
    account: Address,
    { rpc = this.chain.url, registry = this.chain.registry.address as string } = {},
  ) {
    await this.page.getByLabel('Endpoint of the chain').fill(rpc)
    await this.page.getByLabel('Address of the proof registry').fill(registry)
    await this.page.getByLabel('Your address').fill(account)
    await this.page.getByRole('button', { name: 'Check', exact: true }).click()
  }
  /** Card of a book. */
  book(name: string): Locator {
    return this.page.getByRole('region', { name })
  }
  /** The only card of problems. */
  get problem(): Locator {
    return this.page.locator('.bad')
  }
}
