import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { configQuery } from '../api/queries/public.ts'
import { useT } from '../i18n/use-t.ts'

type ExplorerLinkProps = {
  /** Transaction hash. */
  readonly tx?: string | null
  /** Address, instead of a transaction. */
  readonly address?: string
  /** Default: a line of its own below a receipt. */
  readonly className?: string
  /** Content after the text. */
  readonly children?: ReactNode
}

/** Link to the block explorer; nothing if the chain has none, or there is no target yet. */
export const ExplorerLink = ({
  tx,
  address,
  className = 'mt-3 inline-flex min-h-11 items-center text-14 text-gold',
  children,
}: ExplorerLinkProps) => {
  const t = useT()
  const { data } = useQuery(configQuery())
  const explorer = data?.chain.explorerUrl
  const path = tx ? `tx/${tx}` : address ? `address/${address}` : null
  if (!explorer || path === null) return null
  return (
    <a href={`${explorer.replace(/\/$/, '')}/${path}`} target="_blank" rel="noreferrer" className={className}>
      {t('common.explorer')}
      {children}
    </a>
  )
}
