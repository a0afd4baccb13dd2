export interface Point {
  readonly x: number
  readonly y: number
}

/** Browser functions that the suite needs: WebKit's by WebDriver, Firefox's by WebDriver BiDi. */
export interface Engine {
  readonly name: EngineName
  goto(url: string): Promise<void>
  reload(): Promise<void>
  /** Runs statements in the page as the body of an async function, and returns its string. */
  run(body: string): Promise<string>
  /** Whether `run` failed because its document was replaced. */
  isReplaced(error: unknown): boolean
  /** Presses with a real pointer. */
  click(at: Point, times: number): Promise<void>
  /** Presses real keys in order. */
  type(keys: readonly string[]): Promise<void>
  /** PNG of the window. */
  screenshot(): Promise<Buffer>
  /** Ends the browser and all its processes. */
  close(): Promise<void>
}

export type EngineName = 'webkit' | 'firefox'

/** Inner size of the window. */
export const VIEWPORT = { width: 390, height: 844 }

/** Playwright's names of keys, in WebDriver's encoding. */
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

/** Actions in the format of both protocols. */
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
