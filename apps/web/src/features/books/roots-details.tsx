import { VAULT_TOKENS, type VaultToken } from '@dr/protocol/tokens'
import { useQuery } from '@tanstack/react-query'
import type { Config } from '../../api/config.ts'
import { configQuery } from '../../api/queries/public.ts'
import { BOOK_DECIMALS } from '../../api/queries/reserve-parts.ts'
import type { RootsEpoch } from '../../api/queries/roots.ts'
import { rootsReadingQuery } from '../../chain/queries/books.ts'
import { useT } from '../../i18n/use-t.ts'
import { Amount } from '../../ui/amounts/amount.tsx'
import { cx } from '../../ui/cx.ts'
import { Receipt, type ReceiptRow } from '../../ui/lists/receipt.tsx'
import { Icon } from '../../ui/pictures/icons.tsx'
import { Address } from '../../ui/text/address.tsx'
import { formatCount } from '../../ui/text/format.ts'
import { moment } from '../../ui/text/moment.ts'

type BookOf = RootsEpoch['books'][number]

/** Name of a book by its addresses; undefined: no book of this deployment. */
const nameOf = (contracts: Config['contracts'], book: BookOf): VaultToken | undefined =>
  VAULT_TOKENS.find(
    ({ vault, token }) => contracts.withdrawalVaults[vault] === book.vault && contracts[token] === book.token,
  )

/** Totals of a root by book, its file, and whether they are the chain's. */
export const RootsDetails = ({ epoch }: { readonly epoch: RootsEpoch }) => {
  const t = useT()
  const config = useQuery(configQuery())
  if (config.data === undefined) return null
  const { contracts } = config.data
  const { books, file, snapshotBlock, snapshotTime, digest } = epoch
  const rows: ReceiptRow[] = books.map((book) => {
    const name = nameOf(contracts, book)
    return {
      label:
        name === undefined
          ? `${book.vault} ${book.token}`
          : `${t(`assets.account.${name.vault}`)}\u00a0· ${name.token}`,
      value: book.posted ? (
        <Amount
          value={BigInt(book.total)}
          {...(name === undefined ? {} : { token: name.token })}
          maxDecimals={BOOK_DECIMALS}
          size="sm"
        />
      ) : (
        t('exit.roots.refused')
      ),
      ...(book.posted ? {} : { tone: 'out' as const }),
    }
  })
  if (snapshotBlock !== null && snapshotTime !== null)
    rows.push({
      label: t('exit.roots.snapshot'),
      value: `${t('common.block', { number: formatCount(BigInt(snapshotBlock)) })} · ${moment(snapshotTime)}`,
    })
  rows.push({ label: t('exit.roots.digest'), value: <Address address={digest} keep={4} /> })
  if (file !== null)
    rows.push({
      label: t('dividend.result.file'),
      value: (
        <a
          className="tap text-gold underline underline-offset-4"
          href={file}
          target="_blank"
          rel="noreferrer"
        >
          {file.split('/').at(-1)}
        </a>
      ),
    })
  return (
    <div className="mt-2 flex flex-col gap-2">
      <Receipt rows={rows} />
      {books.length === 0 ? null : (
        <>
          <Comparison epoch={epoch} />
          <p className="text-12 text-t2">{t('exit.roots.totals')}</p>
        </>
      )}
    </div>
  )
}

const Comparison = ({ epoch }: { readonly epoch: RootsEpoch }) => {
  const t = useT()
  const { data, isError } = useQuery(rootsReadingQuery(epoch))
  if (data === undefined)
    return (
      <p className="text-12 text-t2">{t(isError ? 'platform.own.unavailable' : 'platform.own.reading')}</p>
    )
  const { same, blockNumber } = data
  return (
    <p
      role={same ? undefined : 'alert'}
      className={cx('num flex items-start gap-1.5 text-12', same ? 'text-t2' : 'text-out')}
    >
      <span className={same ? 'text-in' : 'text-out'}>
        <Icon name={same ? 'shield' : 'alert'} size={16} />
      </span>
      <span className="min-w-0">
        {t(same ? 'exit.roots.same' : 'exit.roots.differ', { block: formatCount(blockNumber) })}
      </span>
    </p>
  )
}
