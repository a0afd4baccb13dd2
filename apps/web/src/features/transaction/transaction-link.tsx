import { useQuery } from '@tanstack/react-query'
import { configQuery } from '../../api/queries/public.ts'
import { useT } from '../../i18n/use-t.ts'
import { Address } from '../../ui/address.tsx'
import { Icon } from '../../ui/icons.tsx'

/** The transaction's hash, to copy, and where a block explorer shows it. */
export function TransactionLink({ hash }: { readonly hash: string }) {
  const t = useT()
  const { data } = useQuery(configQuery())
  const explorer = data?.chain.explorerUrl ?? null
  return (
    <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <Address address={hash} />
      {explorer === null ? null : (
        <a
          className="tap inline-flex items-center gap-1 text-gold"
          href={`${explorer.replace(/\/$/, '')}/tx/${hash}`}
          target="_blank"
          rel="noreferrer"
        >
          {t('common.explorer')}
          <Icon name="external" size={14} />
        </a>
      )}
    </span>
  )
}
