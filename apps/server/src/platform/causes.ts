const CAUSES_MAX = 10

/** The error itself and its causes, outermost first. */
export function* causesOf(error: unknown): Generator<unknown> {
  let current = error
  for (let depth = 0; depth < CAUSES_MAX && current !== undefined && current !== null; depth++) {
    yield current
    current = typeof current === 'object' && 'cause' in current ? current.cause : undefined
  }
}
