import { NODE_ENVIRONMENT } from './child-process.ts'

/**
 * Environment of a program of Node whose wall clock is off by `offMs` (negative: behind). A `NODE_OPTIONS`
 * that the test run has given is kept.
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
