import { formatCount } from '../ui/text/format.ts'
import { i18n } from './i18n.ts'
import type { MessageKey } from './keys.ts'

/** Values for a message's placeholders. Money comes in formatted; counts as numbers, so that plurals work. */
type MessageValues = Readonly<Record<string, string | number>>
export type Translate = (key: MessageKey, values?: MessageValues) => string

/**
 * The values, and each number written out beside them as `name#`: what `#` in a plural means
 * (build/catalogs.ts).
 */
export const withCounts = (values: MessageValues | undefined): MessageValues | undefined => {
  if (values === undefined) return undefined
  const counts = Object.entries(values).flatMap(([name, value]) =>
    typeof value === 'number' ? [[`${name}#`, formatCount(value)] as const] : [],
  )
  return counts.length === 0 ? values : { ...values, ...Object.fromEntries(counts) }
}

/** Outside React; inside, `useT` renders again when the language changes. */
export const translate: Translate = (key, values) => i18n._(key, withCounts(values))
