import { setTimeout as delay } from 'node:timers/promises'
import { type Engine, keyOf } from './engine.ts'
import { inPageSource } from './injected.ts'
import { RemoteLocator, type Sheet } from './locator.ts'
import { byLabel, byRole, byText, type RoleOptions } from './selectors.ts'

/** How long nothing is asked, between two looks at a page that changes. */
const PAUSE_MS = 50
/** How often the page's own messages and its open sheets are looked at. */
const WATCH_EVERY_MS = 250
/** How long a fault of a sheet's place is there before it is one. */
const STAYS_MS = 1_000

type Told =
  | { readonly kind: 'error' | 'console'; readonly text: string }
  | { readonly kind: 'call'; readonly name: string; readonly args: readonly unknown[] }

/**
 * The part of Playwright's `Page` that the page objects use, on any engine: they and the journeys are the same in all
 * three. It also watches every sheet that opens, whatever opened it.
 */
export class RemotePage {
  readonly _apiName = 'Page'
  readonly engine: Engine
  /** Titles of the sheets that were open, and what was wrong with the place of each. */
  readonly sheets = new Map<string, Set<string>>()
  /** What the page logged as an error, or never caught. */
  readonly complaints: string[] = []
  private readonly source: string
  private readonly picture: ((name: string, png: Buffer) => void) | undefined
  private readonly exposed = new Map<string, (...args: never[]) => unknown>()
  private readonly scripts: string[] = []
  private address = 'about:blank'
  private turn: Promise<unknown> = Promise.resolve()
  private watched = true
  /** Faults that are seen now, and since when. */
  private standing = new Map<string, number>()
  private readonly watch: Promise<void>

  constructor(engine: Engine, { picture }: { readonly picture?: (name: string, png: Buffer) => void } = {}) {
    this.engine = engine
    this.picture = picture
    this.source = inPageSource(engine.name)
    this.watch = this.keepWatching()
  }

  /** One command after the other. */
  private inTurn<T>(work: () => Promise<T>): Promise<T> {
    const next = this.turn.then(work, work)
    this.turn = next.catch(() => undefined)
    return next
  }

  private async ask<T>(statements: string): Promise<T> {
    const guarded = `if (!window.ENGINES) return 'new'; ${statements}`
    let answer = await this.engine.run(guarded)
    if (answer === 'new') {
      const expose = [...this.exposed.keys()].map(
        (name) => `ENGINES.operations.expose(${JSON.stringify(name)});`,
      )
      await this.engine.run([this.source, ...expose, ...this.scripts, "return 'ready'"].join('\n'))
      answer = await this.engine.run(guarded)
    }
    if (answer.startsWith('!')) throw new Error(`in the page: ${answer.slice(1)}`)
    const { value } = JSON.parse(answer) as { value: T }
    return value
  }

  /** An operation of in-page.js. */
  operate<T>(name: string, ...args: readonly unknown[]): Promise<T> {
    const call = `ENGINES.operations[${JSON.stringify(name)}](...${JSON.stringify(args)})`
    return this.inTurn(() => this.ask<T>(`return JSON.stringify({ value: await ${call} })`))
  }

  private async keepWatching(): Promise<void> {
    while (this.watched) {
      await delay(WATCH_EVERY_MS)
      // Nothing to look at before the first page, or between two.
      if (this.address !== 'about:blank') await this.look().catch(() => undefined)
    }
  }

  private async look(): Promise<readonly Sheet[]> {
    const [told, open] = await this.inTurn(() =>
      this.ask<[Told[], Sheet[]]>(
        'return JSON.stringify({ value: [ENGINES.operations.drain(), ENGINES.operations.sheets()] })',
      ),
    )
    for (const item of told) {
      if (item.kind === 'call') this.exposed.get(item.name)?.(...(item.args as never[]))
      else this.complaints.push(`${item.kind}: ${item.text}`)
    }
    const opened = open.filter(({ title }) => !this.sheets.has(title))
    this.note(open)
    for (const { title } of opened) this.picture?.(`sheet-${title}`, await this.screenshot())
    return open
  }

  /** A fault counts once it has stayed: on a busy machine a sheet that moves may stand still for some frames. */
  private note(open: readonly Sheet[]): void {
    const now = performance.now()
    const standing = new Map<string, number>()
    for (const { title, faults } of open) {
      const stayed = this.sheets.get(title) ?? new Set()
      this.sheets.set(title, stayed)
      for (const fault of faults) {
        const since = this.standing.get(title + fault) ?? now
        standing.set(title + fault, since)
        if (now - since >= STAYS_MS) stayed.add(fault)
      }
    }
    this.standing = standing
  }

  /** It is still, or nothing in it could be pressed: its faults count at once. */
  pressedIn({ title, faults }: Sheet): void {
    this.sheets.set(title, new Set([...(this.sheets.get(title) ?? []), ...faults]))
  }

  /** Until the open sheet stands still, and has either no fault or one that stays. */
  async watchSheet(): Promise<void> {
    const until = performance.now() + 3 * STAYS_MS
    for (;;) {
      const open = await this.look()
      if (open.length > 0 && open.every(({ faults }) => faults.length === 0)) return
      if (performance.now() > until) return
      await this.pause()
    }
  }

  pause(): Promise<void> {
    return delay(PAUSE_MS)
  }
  waitForTimeout(milliseconds: number): Promise<void> {
    return delay(milliseconds)
  }

  url(): string {
    return this.address
  }
  async goto(url: string): Promise<void> {
    if (this.address !== 'about:blank') await this.look()
    await this.inTurn(() => this.engine.goto(url))
    this.address = url
  }
  async reload(): Promise<void> {
    await this.look()
    await this.inTurn(() => this.engine.reload())
  }
  evaluate<T>(expression: string | (() => T)): Promise<T> {
    const code = typeof expression === 'string' ? expression : `(${expression.toString()})()`
    return this.inTurn(() => this.ask<T>(`return JSON.stringify({ value: await (${code}) })`))
  }
  async exposeFunction(name: string, call: (...args: never[]) => unknown): Promise<void> {
    this.exposed.set(name, call)
  }
  /** Runs when the page is first asked something, which no toast and no tap comes before. */
  async addInitScript(script: string): Promise<void> {
    this.scripts.push(script)
  }
  type(text: string): Promise<void> {
    const keys = text === '' ? ['Delete'] : [...text]
    return this.inTurn(() => this.engine.type(keys.map(keyOf)))
  }
  readonly keyboard = {
    press: (name: string): Promise<void> => this.inTurn(() => this.engine.type([keyOf(name)])),
  }
  screenshot(): Promise<Buffer> {
    return this.inTurn(() => this.engine.screenshot())
  }
  async close(): Promise<void> {
    this.watched = false
    await this.watch
    await this.inTurn(() => this.engine.close())
  }

  locator(selector: string): RemoteLocator {
    return new RemoteLocator(this, selector)
  }
  getByRole(role: string, options?: RoleOptions): RemoteLocator {
    return this.locator(byRole(role, options))
  }
  getByText(text: string | RegExp, options?: { readonly exact?: boolean }): RemoteLocator {
    return this.locator(byText(text, options))
  }
  getByLabel(text: string | RegExp, options?: { readonly exact?: boolean }): RemoteLocator {
    return this.locator(byLabel(text, options))
  }
}
