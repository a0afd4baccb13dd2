/** The page's texts, amounts and times in the chosen language. */
import { formatAmount } from '@dr/protocol/amounts'
import type { Said } from './exit-error.ts'
import { chooseLanguage, fill, LANGUAGES, type Language, type TextKey } from './texts/index.ts'

export const createWords = (preferred: readonly string[]) => {
  let language = chooseLanguage(preferred)
  const say = (key: TextKey, values?: Readonly<Record<string, string>>): string =>
    fill(LANGUAGES[language][key], values)
  return {
    language: (): Language => language,
    choose: (chosen: Language): void => {
      language = chosen
    },
    say,
    tell: ({ key, values }: Said): string => say(key, values),
    /** Unix seconds, in the device's time zone, which is named. */
    time: (seconds: number): string =>
      new Intl.DateTimeFormat(language, {
        year: 'numeric',
        month: 'short',
        day: 'numeric',
        hour: '2-digit',
        minute: '2-digit',
        timeZoneName: 'short',
      }).format(seconds * 1_000),
    amount: (value: bigint, token: string): string => `${formatAmount(value)} ${token}`,
  }
}
export type Words = ReturnType<typeof createWords>
