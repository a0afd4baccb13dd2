export interface Point {
  readonly x: number
  readonly y: number
}

/** What the suite needs of a browser. WebKit has it by WebDriver, Firefox by WebDriver BiDi. */
export interface Engine {
  readonly name: EngineName
  goto(url: string): Promise<void>
  reload(): Promise<void>
  /** Runs the statements in the page, as the body of an async function, and returns the string it returns. */
  run(body: string): Promise<string>
  /** Whether `run` failed since its document was replaced meanwhile. */
  isReplaced(error: unknown): boolean
  /** Presses of a real pointer. */
  click(at: Point, times: number): Promise<void>
  /** Real keys, one after the other. */
  type(keys: readonly string[]): Promise<void>
  /** A PNG of the window. */
  screenshot(): Promise<Buffer>
  /** Ends the browser and everything it started. */
  close(): Promise<void>
}

export type EngineName = 'webkit' | 'firefox'

/** The window's inside. */
export const VIEWPORT = { width: 390, height: 844 }

/** Keys by the names that Playwright gives them, as WebDriver encodes them. */
const KEYS: Readonly<Record<string, string>> = {
  Escape: '\uE00C',
  Enter: '\uE007',
  Tab: '\uE004',
  Delete: '\uE017',
}

export const keyOf = (name: string): string => {
  const key = KEYS[name] ?? (name.length === 1 ? name : undefined)
  if (key === undefined) throw new Error(`no key ${name}`)
  return key
}

/** Actions of both protocols, which share their form. */
export const pressActions = ({ x, y }: Point, times: number): object[] => [
  {
    type: 'pointer',
    id: 'finger',
    parameters: { pointerType: 'mouse' },
    actions: [
      { type: 'pointerMove', x, y, duration: 0 },
      ...Array.from({ length: times }, () => [
        { type: 'pointerDown', button: 0 },
        { type: 'pointerUp', button: 0 },
      ]).flat(),
    ],
  },
]

export const keyActions = (keys: readonly string[]): object[] => [
  {
    type: 'key',
    id: 'keys',
    actions: keys.flatMap((value) => [
      { type: 'keyDown', value },
      { type: 'keyUp', value },
    ]),
  },
]
