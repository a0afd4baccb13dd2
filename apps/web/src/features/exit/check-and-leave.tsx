import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type Address, isAddressEqual } from 'viem'
import type { BookReport } from '../../../exit/report.ts'
import { userMoneyQuery } from '../../api/queries/user-money.ts'
import { exitQuery } from '../../chain/queries/exit.ts'
import type { ExitReading, ReadThrough } from '../../chain/reads/read-exit.ts'
import { useWallet } from '../../chain/wallet/wallet.ts'
import { useT } from '../../i18n/use-t.ts'
import { Button } from '../../ui/form/button.tsx'
import { Card, CardHeader } from '../../ui/layout/card.tsx'
import { Columns } from '../../ui/layout/columns.tsx'
import { Async } from '../../ui/status/async.tsx'
import { SkeletonCard } from '../../ui/status/skeleton.tsx'
import { formatCount } from '../../ui/text/format.ts'
import { ExitBook } from './exit-book.tsx'
import { ExitStatus } from './exit-status.tsx'
import { usedBooks } from './exit-sums.ts'
import { KeepCard } from './keep-card.tsx'
import { LockCard } from './lock-card.tsx'
import { LockNotice } from './lock-notice.tsx'

/** The account's lines proved by this device, and every book's way out by the wallet's own call. */
export const CheckAndLeave = ({ address }: { readonly address: Address }) => {
  const t = useT()
  const [through, setThrough] = useState<ReadThrough>('app')
  const exit = useQuery(exitQuery(address, through))
  const money = useQuery(userMoneyQuery(address))
  return (
    <Async query={exit} skeleton={<SkeletonCard label={t('message.loading')} />}>
      {(reading) => {
        const books = usedBooks(reading.report.books)
        return (
          <Columns
            side={
              <>
                <KeepCard reading={reading} />
                <LockCard lock={reading.report.lock} now={reading.report.timestamp} />
                <ProvesCard reading={reading} through={through} onThrough={setThrough} />
              </>
            }
          >
            <LockNotice address={address} />
            <ExitStatus reading={reading} />
            {books.length === 0 ? (
              <Card>
                <p className="text-14 text-t2">{t('exit.nothing')}</p>
              </Card>
            ) : null}
            {books.map((book) => (
              <ExitBook
                key={`${book.name.vault}${book.name.token}`}
                book={book}
                proof={reading.proof}
                young={youngOf(reading, book)}
                balances={money.data?.balances}
                isLocked={reading.report.lock !== null}
              />
            ))}
          </Columns>
        )
      }}
    </Async>
  )
}

/** The account's line in the newest root, while that is not final. */
const youngOf = ({ newest }: ExitReading, { vault, token }: BookReport) => {
  if (newest === null || newest.epoch.state === 'final') return null
  const line = newest.lines.books.find(
    (book) => isAddressEqual(book.vault, vault) && isAddressEqual(book.token, token),
  )
  return line === undefined ? null : { epoch: newest.epoch, earned: line.earned }
}

const PROVES = ['line', 'chain', 'call'] as const
const NOT = ['recent', 'order', 'endpoint', 'wallet', 'bugs'] as const

type ProvesCardProps = {
  readonly reading: ExitReading
  readonly through: ReadThrough
  readonly onThrough: (through: ReadThrough) => void
}

/** Limits of the reading in words, and the same reading through the wallet's own node. */
const ProvesCard = ({ reading: { report }, through, onThrough }: ProvesCardProps) => {
  const t = useT()
  const { kind, wrongNetwork } = useWallet()
  // The other kinds of wallets ask this app's nodes.
  const hasNode = (kind === 'announced' || kind === 'legacy') && !wrongNetwork
  const other = through === 'app' ? 'wallet' : 'app'
  const unsaid = through === 'app' ? 'wallet' : 'endpoint'
  const hasLine = report.books.some(({ line }) => line === 'found')
  return (
    <Card>
      <CardHeader
        title={t('exit.proves.title')}
        aside={t('common.block', { number: formatCount(report.blockNumber) })}
      />
      <Points
        texts={PROVES.filter((name) => hasLine || name !== 'line').map((name) => t(`exit.proves.${name}`))}
      />
      <h3 className="mt-3 font-semibold">{t('exit.not.title')}</h3>
      <Points texts={NOT.filter((name) => name !== unsaid).map((name) => t(`exit.not.${name}`))} />
      {hasNode ? (
        <Button className="mt-3 w-full" onClick={() => onThrough(other)}>
          {t(`exit.through.${other}`)}
        </Button>
      ) : null}
    </Card>
  )
}

const Points = ({ texts }: { readonly texts: readonly string[] }) => (
  <ul className="mt-1 list-disc pl-5 text-14 text-t2">
    {texts.map((text) => (
      <li key={text} className="py-0.5">
        {text}
      </li>
    ))}
  </ul>
)
