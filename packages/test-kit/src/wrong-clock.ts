import { NODE_ENVIRONMENT } from './child-process.ts'

/**
 * Environment of a Node program whose wall clock is off by `offMs` (negative: behind). Keeps the test run's
 * `NODE_OPTIONS`.
 */
export const wrongClock = (offMs: number): { readonly NODE_OPTIONS: string } => {
  const source = `const Right = Date
    const now = () => Right.now() + ${offMs}
    globalThis.Date = class extends Right {
      constructor(...given) { super(...(given.length > 0 ? given : [now()])) }
      static now() { return now() }
    }`
  const given = NODE_ENVIRONMENT.NODE_OPTIONS ?? ''
  return { NODE_OPTIONS: `${given} --import=data:text/javascript,${encodeURIComponent(source)}` }
}
