import { i18n } from './i18n.ts'
import type { MessageKey } from './keys.ts'

/** Values for a message's placeholders. Money comes in formatted; counts as numbers, so that plurals work. */
type MessageValues = Readonly<Record<string, string | number>>
export type Translate = (key: MessageKey, values?: MessageValues) => string

/** Outside React; inside, `useT` renders again when the language changes. */
export const translate: Translate = (key, values) => i18n._(key, values)
