import type { TextKey } from './texts/index.ts'

/** A text with what it names. */
export interface Said {
  readonly key: TextKey
  readonly values?: Readonly<Record<string, string>>
}

/** A problem that the page tells in words. */
export class ExitError extends Error {
  override readonly name = 'ExitError'
  readonly said: Said
  constructor(said: Said, cause?: unknown) {
    super(said.key, { cause })
    this.said = said
  }
}
