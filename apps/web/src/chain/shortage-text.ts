import type { Translate } from '../i18n/translate.ts'
import { type Missing, missingText } from './shortage.rules.ts'

/** The words of a form's button: its own, or what is missing and nothing in the wallet can be turned into. */
export const payText = (t: Translate, missing: Missing | null, own: string): string =>
  missing === null ? own : t('tx.short.title', { amount: missingText(missing), token: missing.token })
