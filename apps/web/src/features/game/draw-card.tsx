import type { DrawRound } from '@dr/protocol/calls/game'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { drawQuery } from '../../api/queries/game.ts'
import { useSession } from '../../api/session/session.ts'
import { useT } from '../../i18n/use-t.ts'
import { Amount } from '../../ui/amounts/amount.tsx'
import { Chip } from '../../ui/chip.tsx'
import { Card, CardHeader } from '../../ui/layout/card.tsx'
import { Tiles } from '../../ui/layout/tiles.tsx'
import { lazySheet } from '../../ui/sheet/lazy-sheet.tsx'
import { Async } from '../../ui/status/async.tsx'
import { SkeletonCard } from '../../ui/status/skeleton.tsx'
import { moment } from '../../ui/text/moment.ts'
import type { DrawBook } from './draw-book.ts'
import { EntryForm } from './entry-form.tsx'

const RulesSheet = lazySheet(() => import('./rules-sheet.tsx').then((module) => module.RulesSheet))

const tones = { open: 'in', drawing: 'gold', drawn: 'off', expired: 'out' } as const

/** Newest round of the digit draw; its average cost is shown before the form. */
export const DrawCard = () => {
  const t = useT()
  const query = useQuery(drawQuery())
  return (
    <Async query={query} skeleton={<SkeletonCard label={t('message.loading')} />}>
      {(book) => <Draw book={book} />}
    </Async>
  )
}

const Draw = ({ book }: { readonly book: DrawBook }) => {
  const t = useT()
  const [sheet, setSheet] = useState<'unused' | 'open' | 'closed'>('unused')
  const { round } = book
  return (
    <Card className="flex flex-col gap-3">
      <CardHeader
        title={t('game.title')}
        aside={
          <button type="button" className="tap text-12 text-gold" onClick={() => setSheet('open')}>
            {t('game.how')}
          </button>
        }
      />
      <p className="rounded-16 bg-out-soft px-4 py-3 text-14 text-t1">
        {t('game.odds', { multiple: book.prizeMultiple, back: book.averageReturnBps / 1_000 })}
      </p>
      <Tiles
        items={[
          { label: t('game.pot'), value: <Amount value={BigInt(book.pot.free)} token="DR" size="sm" /> },
          { label: t('game.bond'), value: <Amount value={BigInt(book.bondFree)} token="DR" size="sm" /> },
        ]}
      />
      {round === null ? (
        <p className="text-14 text-t2">{t('game.none')}</p>
      ) : (
        <Round round={round} book={book} />
      )}
      {sheet === 'unused' ? null : (
        <RulesSheet
          book={book}
          open={sheet === 'open'}
          onOpenChange={(open) => setSheet(open ? 'open' : 'closed')}
        />
      )}
    </Card>
  )
}

const Round = ({ round, book }: { readonly round: DrawRound; readonly book: DrawBook }) => {
  const t = useT()
  const session = useSession()
  return (
    <>
      <div className="flex items-center justify-between gap-3">
        <span className="num text-14 font-semibold">{t('game.round', { round: round.round })}</span>
        <Chip tone={tones[round.state]}>{t(`game.state.${round.state}`)}</Chip>
      </div>
      <p className="num text-12 text-t2">
        {round.state === 'open' ? t('game.closesAt', { time: moment(round.closesAt) }) : t('game.wait')}
      </p>
      {session.status === 'signed-in' ? <EntryForm round={round} book={book} /> : null}
    </>
  )
}
