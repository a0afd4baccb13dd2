import { readFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { type Engine, keyOf } from './engine.ts'
import { inPageSource } from './injected.ts'
import { RemoteLocator, type Sheet } from './locator.ts'
import { byLabel, byRole, byText, type RoleOptions } from './selectors.ts'

/** Pause between two looks at a changing page. */
const PAUSE_MS = 50
/** Interval of reading the page's messages and open sheets. */
const WATCH_EVERY_MS = 250
/** Time after which a fault of a sheet's position counts. */
const STAYS_MS = 1_000

/** Limit for an open sheet to come to rest. */
const RESTS_WITHIN_MS = 15_000

interface Call {
  readonly kind: 'call'
  readonly id: string
  readonly name: string
  readonly args: readonly unknown[]
}
type Message = { readonly kind: 'error' | 'console'; readonly text: string } | Call
type Answer = { readonly value: unknown } | { readonly failed: string }

/** Key of a sheet in `RemotePage.sheets`: one file may show several, each with its own title. */
const sheetKey = ({ name, title }: Pick<Sheet, 'name' | 'title'>): string => `${name}: ${title}`

/**
 * The part of Playwright's `Page` that the page objects use, for any engine, so that these and the journeys
 * are the same in all three. It also checks every sheet that opens.
 */
export class RemotePage {
  readonly _apiName = 'Page'
  readonly engine: Engine
  /** Sheets that were open and at rest, with the faults of their positions. */
  readonly sheets = new Map<string, Set<string>>()
  /** Logged errors and uncaught exceptions of the page. */
  readonly complaints: string[] = []
  private readonly source: string
  private readonly picture: ((name: string, png: Buffer) => void) | undefined
  private readonly exposed = new Map<string, (...args: never[]) => unknown>()
  private readonly scripts: string[] = []
  private address = 'about:blank'
  private turn: Promise<unknown> = Promise.resolve()
  private watched = true
  /** Present faults with their start times. */
  private standing = new Map<string, number>()
  private readonly watch: Promise<void>

  constructor(engine: Engine, { picture }: { readonly picture?: (name: string, png: Buffer) => void } = {}) {
    this.engine = engine
    this.picture = picture
    this.source = inPageSource(engine.name)
    this.watch = this.keepWatching()
  }

  /** Runs commands in order. */
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

  /** Runs an operation of in-page.js. */
  operate<T>(name: string, ...args: readonly unknown[]): Promise<T> {
    const call = `ENGINES.operations[${JSON.stringify(name)}](...${JSON.stringify(args)})`
    return this.inTurn(() => this.ask<T>(`return JSON.stringify({ value: await ${call} })`))
  }

  private async keepWatching(): Promise<void> {
    while (this.watched) {
      await delay(WATCH_EVERY_MS)
      // There is no page yet.
      if (this.address === 'about:blank') continue
      try {
        await this.look()
      } catch (error) {
        this.missed(error)
      }
    }
  }

  /** Between two documents there is nothing to see; any other failure is a fault of the run. */
  private missed(error: unknown): void {
    if (!this.engine.isReplaced(error)) this.complaints.push(`not seen: ${error}`)
  }

  private async look(): Promise<readonly Sheet[]> {
    const [messages, open] = await this.inTurn(() =>
      this.ask<[Message[], Sheet[]]>(
        'return JSON.stringify({ value: [ENGINES.operations.drain(), await ENGINES.operations.sheets()] })',
      ),
    )
    for (const message of messages) {
      if (message.kind === 'call') void this.answer(message).catch((error: unknown) => this.missed(error))
      else this.complaints.push(`${message.kind}: ${message.text}`)
    }
    const resting = open.filter(({ moves }) => !moves)
    const opened = resting.filter((sheet) => !this.sheets.has(sheetKey(sheet)))
    this.note(resting)
    for (const sheet of opened) this.picture?.(`sheet-${sheetKey(sheet)}`, await this.screenshot())
    return open
  }

  /** Answers a call of the page. */
  private async answer({ id, name, args }: Call): Promise<void> {
    const reply = async (): Promise<Answer> => {
      try {
        return { value: await this.exposed.get(name)?.(...(args as never[])) }
      } catch (error) {
        return { failed: String(error) }
      }
    }
    await this.operate('answer', id, await reply())
  }

  /** A fault counts once it has lasted: on a busy machine an animated sheet may stop for some frames. */
  private note(open: readonly Sheet[]): void {
    const now = performance.now()
    const standing = new Map<string, number>()
    for (const sheet of open) {
      const key = sheetKey(sheet)
      const stayed = this.sheets.get(key) ?? new Set()
      this.sheets.set(key, stayed)
      for (const fault of sheet.faults) {
        const since = this.standing.get(key + fault) ?? now
        standing.set(key + fault, since)
        if (now - since >= STAYS_MS) stayed.add(fault)
      }
    }
    this.standing = standing
  }

  /** The sheet is still, otherwise nothing in it could be pressed: its faults count at once. */
  pressedIn(sheet: Sheet): void {
    this.sheets.set(sheetKey(sheet), new Set([...(this.sheets.get(sheetKey(sheet)) ?? []), ...sheet.faults]))
  }

  /**
   * Waits until each open sheet is at rest, and has no fault or a lasting one; a sheet must be open in
   * time.
   */
  async watchSheet(): Promise<void> {
    const until = performance.now() + RESTS_WITHIN_MS
    let restsSince: number | undefined
    for (;;) {
      const open = await this.look()
      const now = performance.now()
      if (open.length === 0 || open.some(({ moves }) => moves)) restsSince = undefined
      else {
        restsSince ??= now
        if (open.every(({ faults }) => faults.length === 0) || now - restsSince > 2 * STAYS_MS) return
      }
      if (now > until) throw new Error(`no open sheet came to rest within ${RESTS_WITHIN_MS} ms`)
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
  /** Runs at the page's first operation, which precedes all toasts and taps. */
  async addInitScript(script: string | { readonly path: string }): Promise<void> {
    this.scripts.push(typeof script === 'string' ? script : readFileSync(script.path, 'utf8'))
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
