import { I18nProvider } from '@lingui/react'
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { errorText } from '../i18n/error-text.ts'
import { i18n } from '../i18n/i18n.ts'
import type { MessageKey } from '../i18n/keys.ts'
import { useT } from '../i18n/use-t.ts'
import type { QuantityLimits, QuantityProblem } from '../ui/form/quantity.ts'
import { formatCount } from '../ui/text/format.ts'
import { UiTextsProvider } from '../ui/text/texts.tsx'

type ProvidersProps = { readonly client: QueryClient; readonly children: ReactNode }

export const Providers = ({ client, children }: ProvidersProps) => (
  <QueryClientProvider client={client}>
    <I18nProvider i18n={i18n}>
      <Texts>{children}</Texts>
    </I18nProvider>
  </QueryClientProvider>
)

const quantityKeys = {
  empty: 'message.recharge_no',
  'not-whole': 'common.quantity.not-whole',
  below: 'common.quantity.below',
  above: 'common.quantity.above',
} as const satisfies Record<QuantityProblem, MessageKey>

/** Provides the texts that ui components need. */
const Texts = ({ children }: { readonly children: ReactNode }) => {
  const t = useT()
  const texts = {
    back: t('common.back'),
    close: t('common.close'),
    copy: t('common.copy'),
    copied: t('common.copied'),
    copyFailed: t('common.copyFailed'),
    retry: t('common.retry'),
    reload: t('shell.reload'),
    partFailed: t('shell.partFailed'),
    partFailedKept: t('shell.partFailedKept'),
    menu: t('shell.menu'),
    increase: t('common.increase'),
    decrease: t('common.decrease'),
    quantityProblem: (problem: QuantityProblem, { min, max }: QuantityLimits) =>
      t(quantityKeys[problem], { min: formatCount(min), max: formatCount(max) }),
    tableOf: t('common.table'),
    wholeAddress: t('common.wholeAddress'),
    loadFailed: t('common.loadFailed'),
    loadFailedKept: t('common.loadFailedKept'),
    stale: t('common.stale'),
    errorText,
  }
  return <UiTextsProvider texts={texts}>{children}</UiTextsProvider>
}
