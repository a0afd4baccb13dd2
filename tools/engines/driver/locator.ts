import type { Engine, Point } from './engine.ts'
import { byLabel, byRole, byText, ofText, type RoleOptions } from './selectors.ts'

/** Functions of the page that a locator needs. */
interface Owner {
  readonly engine: Engine
  operate<T>(name: string, ...args: readonly unknown[]): Promise<T>
  type(text: string): Promise<void>
  pause(): Promise<void>
  /** Reports the sheet of the element that will be pressed. */
  pressedIn(sheet: Sheet): void
}

/** An open sheet, with the faults of its position. */
export interface Sheet {
  /** Name of the file that renders it (apps/web/src/ui/sheet/sheet.tsx). */
  readonly name: string
  readonly title: string
  /** The opening animation runs: its position is not meaningful yet. */
  readonly moves: boolean
  readonly faults: readonly string[]
}

interface Filter {
  readonly has?: RemoteLocator
  readonly hasNot?: RemoteLocator
  readonly hasText?: string | RegExp
  readonly hasNotText?: string | RegExp
  readonly visible?: boolean
}

interface Patience {
  readonly timeout?: number
}

/** Input of a Playwright assertion (its matchers recognise a locator by these two names). */
interface Expected {
  readonly isNot: boolean
  readonly timeout: number
}

type Outcome = { readonly matches: boolean; readonly received?: { readonly value?: unknown } }

const ACTION_TIMEOUT_MS = 15_000

/** The part of Playwright's locator that the page objects use, for another engine. */
export class RemoteLocator {
  readonly _apiName = 'Locator'
  private readonly owner: Owner
  private readonly selector: string

  constructor(owner: Owner, selector: string) {
    this.owner = owner
    this.selector = selector
  }

  private in(selector: string): RemoteLocator {
    return new RemoteLocator(this.owner, this.selector ? `${this.selector} >> ${selector}` : selector)
  }

  locator(selector: string | RemoteLocator, filter: Filter = {}): RemoteLocator {
    const inner =
      typeof selector === 'string' ? selector : `internal:chain=${JSON.stringify(selector.selector)}`
    return this.in(inner).filter(filter)
  }
  getByRole(role: string, options?: RoleOptions): RemoteLocator {
    return this.in(byRole(role, options))
  }
  getByText(text: string | RegExp, options?: { readonly exact?: boolean }): RemoteLocator {
    return this.in(byText(text, options))
  }
  getByLabel(text: string | RegExp, options?: { readonly exact?: boolean }): RemoteLocator {
    return this.in(byLabel(text, options))
  }
  filter({ has, hasNot, hasText, hasNotText, visible }: Filter): RemoteLocator {
    const parts = [
      ...(hasText === undefined ? [] : [`internal:has-text=${ofText(hasText)}`]),
      ...(hasNotText === undefined ? [] : [`internal:has-not-text=${ofText(hasNotText)}`]),
      ...(has ? [`internal:has=${JSON.stringify(has.selector)}`] : []),
      ...(hasNot ? [`internal:has-not=${JSON.stringify(hasNot.selector)}`] : []),
      ...(visible === undefined ? [] : [`visible=${visible}`]),
    ]
    return parts.reduce<RemoteLocator>((locator, part) => locator.in(part), this)
  }
  and(other: RemoteLocator): RemoteLocator {
    return this.in(`internal:and=${JSON.stringify(other.selector)}`)
  }
  or(other: RemoteLocator): RemoteLocator {
    return this.in(`internal:or=${JSON.stringify(other.selector)}`)
  }
  nth(index: number): RemoteLocator {
    return this.in(`nth=${index}`)
  }
  first(): RemoteLocator {
    return this.nth(0)
  }
  last(): RemoteLocator {
    return this.nth(-1)
  }
  toString(): string {
    return this.selector
  }

  async count(): Promise<number> {
    return this.owner.operate<number>('count', this.selector)
  }
  async all(): Promise<RemoteLocator[]> {
    return Array.from({ length: await this.count() }, (_, index) => this.nth(index))
  }
  async isVisible(): Promise<boolean> {
    return this.owner.operate<boolean>('isVisible', this.selector)
  }

  /** Repeats `attempt` until it returns no reason against it. */
  private async until<T>(
    what: string,
    attempt: () => Promise<T | { readonly because: string }>,
    { timeout = ACTION_TIMEOUT_MS }: Patience = {},
  ): Promise<T> {
    const until = performance.now() + timeout
    for (;;) {
      const result = await attempt()
      if (typeof result !== 'object' || result === null || !('because' in result)) return result
      if (performance.now() > until) {
        throw new Error(`${what} ${this.selector}: ${result.because} (${timeout} ms)`)
      }
      await this.owner.pause()
    }
  }

  private async read<T>(what: 'text' | 'value' | 'attribute', name?: string): Promise<T> {
    const { value } = await this.until<{ readonly value: T }>(`read ${what} of`, () =>
      this.owner.operate('read', this.selector, what, name),
    )
    return value
  }
  textContent(): Promise<string | null> {
    return this.read('text')
  }
  async allTextContents(): Promise<string[]> {
    const found = await this.all()
    return Promise.all(found.map(async (one) => (await one.textContent()) ?? ''))
  }
  inputValue(): Promise<string> {
    return this.read('value')
  }
  getAttribute(name: string): Promise<string | null> {
    return this.read('attribute', name)
  }

  async waitFor({
    state = 'visible',
    ...patience
  }: { readonly state?: 'visible' | 'hidden' } & Patience = {}): Promise<void> {
    await this.until(
      `wait for ${state}`,
      async () => {
        const visible = await this.isVisible()
        return visible === (state === 'visible') || { because: visible ? 'visible' : 'hidden' }
      },
      patience,
    )
  }

  private async press(times: number, patience?: Patience): Promise<void> {
    await this.until(
      'click',
      async () => {
        type Found = { readonly at: Point; readonly sheet: Sheet | null } | { readonly because: string }
        const found = await this.owner.operate<Found>('point', this.selector)
        if (!('at' in found)) return found
        if (found.sheet) this.owner.pressedIn(found.sheet)
        await this.owner.engine.click(found.at, times)
        return this.owner.operate<true | { readonly because: string }>('pressed')
      },
      patience,
    )
  }
  click(patience?: Patience): Promise<void> {
    return this.press(1, patience)
  }
  dblclick(patience?: Patience): Promise<void> {
    return this.press(2, patience)
  }

  async fill(value: string, patience?: Patience): Promise<void> {
    type Found = { readonly type: boolean } | { readonly because: string }
    const { type } = await this.until<{ readonly type: boolean }>(
      'fill',
      () => this.owner.operate<Found>('fill', this.selector, value),
      patience,
    )
    if (type) await this.owner.type(value)
  }

  /** Called by Playwright's assertions until they hold or time out. */
  async _expect(expression: string, options: Expected): Promise<object> {
    const until = performance.now() + options.timeout
    for (;;) {
      const outcome = await this.owner.operate<Outcome>('expect', this.selector, { ...options, expression })
      if (outcome.matches !== options.isNot) return outcome
      if (performance.now() > until) return { ...outcome, timedOut: true, log: [] }
      await this.owner.pause()
    }
  }
}
