import { useState } from 'react'
import { activateLocale } from '../i18n/i18n.ts'
import { DEFAULT_LOCALE, type Locale, storeLocale } from '../i18n/locales.ts'
import { useLocale, useT } from '../i18n/use-t.ts'
import { readStored, STORAGE_KEYS, writeStored } from '../lib/storage.ts'
import { Button } from '../ui/form/button.tsx'
import { Icon } from '../ui/pictures/icons.tsx'
import { toast } from '../ui/status/toast.ts'

/** Text of the document (index.html) in a language: that the page is available in it, and a button. */
const inLanguage = (name: 'offers' | 'offerUses', locale: Locale): string =>
  (JSON.parse(document.documentElement.dataset[name] ?? '{}') as Partial<Record<Locale, string>>)[locale] ??
  ''

/**
 * Offers the browser's language if it is supported, differs, and none was chosen (build/boot.js finds it,
 * and reserves the strip's space). Shown until dismissed once.
 */
export const LanguageStrip = () => {
  const t = useT()
  const current = useLocale()
  const [offer] = useState(() => document.documentElement.dataset.offer as Locale | undefined)
  const [gone, setGone] = useState(readStored(STORAGE_KEYS.languageOffer) !== null)
  if (offer === undefined || gone || current !== DEFAULT_LOCALE) return null
  const use = (): void => {
    activateLocale(offer).then(
      () => storeLocale(offer),
      () => toast.error(t('error.transport')),
    )
  }
  const dismiss = (): void => {
    writeStored(STORAGE_KEYS.languageOffer, 'dismissed')
    setGone(true)
  }
  return (
    <aside
      aria-label={t('shell.language')}
      className="flex h-12 items-center gap-2 border-b border-line bg-s2 pl-4"
    >
      <p lang={offer} className="min-w-0 flex-1 text-12 leading-tight text-t1">
        {inLanguage('offers', offer)}
      </p>
      <Button size="sm" variant="primary" lang={offer} onClick={use}>
        {inLanguage('offerUses', offer)}
      </Button>
      <button
        type="button"
        aria-label={t('common.close')}
        onClick={dismiss}
        className="grid size-11 shrink-0 place-items-center text-t2"
      >
        <Icon name="close" size={18} />
      </button>
    </aside>
  )
}
