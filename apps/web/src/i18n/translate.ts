import { formatCount } from '../ui/text/format.ts'
import { i18n } from './i18n.ts'
import type { MessageKey } from './keys.ts'

/** Values for a message's placeholders: money formatted, counts as numbers for plurals. */
type MessageValues = Readonly<Record<string, string | number>>
export type Translate = (key: MessageKey, values?: MessageValues) => string

/** Adds each number as text under `name#`, the value of `#` in a plural (build/catalogs.ts). */
export const withCounts = (values: MessageValues | undefined): MessageValues | undefined => {
  if (values === undefined) return undefined
  const counts = Object.entries(values).flatMap(([name, value]) =>
    typeof value === 'number' ? [[`${name}#`, formatCount(value)] as const] : [],
  )
  return counts.length === 0 ? values : { ...values, ...Object.fromEntries(counts) }
}

/** For use outside React; inside, `useT` re-renders when the language changes. */
export const translate: Translate = (key, values) => i18n._(key, withCounts(values))
