import { formatAmount, shownBetween } from '@dr/protocol/amounts'
import type { ExportedProof } from '@dr/protocol/roots/exported-proof'
import { foldPath } from '@dr/protocol/roots/proof'
import type { BookReport, EpochReport } from '../../../exit/report.ts'
import type { UserBalance } from '../../api/queries/user-money.ts'
import type { Translate } from '../../i18n/translate.ts'
import { useT } from '../../i18n/use-t.ts'
import { Button } from '../../ui/form/button.tsx'
import { Card, CardHeader } from '../../ui/layout/card.tsx'
import { Disclosure } from '../../ui/layout/disclosure.tsx'
import { Receipt, type ReceiptRow } from '../../ui/lists/receipt.tsx'
import { amountRow } from '../../ui/lists/receipt-rows.tsx'
import { shortenAddress } from '../../ui/text/format.ts'
import { moment } from '../../ui/text/moment.ts'
import { ClaimPart } from './claim-part.tsx'
import { endedText } from './ended-text.ts'
import { floorOf, grantedBy } from './exit-sums.ts'
import { openClaim } from './open-claim.ts'

type ExitBookProps = {
  readonly book: BookReport
  readonly proof: ExportedProof | null
  /** Newest root, where it is not final yet, and what it says was earned; null: it is, or says nothing. */
  readonly young: { readonly epoch: EpochReport; readonly earned: bigint } | null
  readonly balances: readonly UserBalance[] | undefined
  readonly isLocked: boolean
}

/** Rows of the sum that the contract makes, and what of it arrives. */
const sumRows = (t: Translate, book: BookReport, isLocked: boolean): readonly ReceiptRow[] => {
  const { name, line, earned, credited, left, claimable, claim } = book
  const { token } = name
  const floor = floorOf(book)
  return [
    line === 'found'
      ? amountRow(t('exit.book.earned'), earned, token)
      : { label: t('exit.book.earned'), value: t('exit.book.noLine') },
    amountRow(t('exit.book.credited'), credited, token),
    ...(floor === null ? [] : [amountRow(t('exit.book.free'), floor, token)]),
    amountRow(t('exit.book.left'), left, token),
    {
      ...amountRow(t(isLocked ? 'exit.book.whenOpen' : 'exit.book.claimable'), claimable, token),
      total: true,
    },
    ...(claim === null || claim.withheld === 0n
      ? []
      : [
          {
            ...amountRow(
              t(token === 'DR' ? 'tx.row.burnShare' : 'tx.row.stays'),
              shownBetween(claim.amount, claim.arrives),
              token,
            ),
            tone: 'out' as const,
          },
        ]),
    ...(claim === null ? [] : [amountRow(t('tx.row.toWallet'), claim.arrives, token)]),
  ]
}

/** Rows beside the sum: what the app shows, and what the newest root will let leave. */
const besideRows = (
  t: Translate,
  { book, young, balances }: Pick<ExitBookProps, 'book' | 'young' | 'balances'>,
): readonly ReceiptRow[] => {
  const { vault, token } = book.name
  const shown = balances?.find((balance) => balance.account === vault && balance.token === token)
  return [
    ...(shown === undefined
      ? []
      : [
          amountRow(
            t(vault === 0 ? 'exit.book.shownMiner' : 'exit.book.shown'),
            BigInt(shown.available) + BigInt(shown.held) + BigInt(shown.locked),
            token,
          ),
        ]),
    ...(young === null
      ? []
      : [
          amountRow(
            young.epoch.state === 'young'
              ? t('exit.book.then', {
                  epoch: String(young.epoch.epoch),
                  final: moment(young.epoch.finalAt),
                })
              : t('exit.book.newest', { epoch: String(young.epoch.epoch) }),
            grantedBy(book, young.earned),
            token,
          ),
        ]),
  ]
}

/** Whether more has left than the proof and the deposits say, so that the sum would be below zero. */
const exceeds = ({ earned, credited, free, left }: BookReport): boolean =>
  left > earned + credited && left > free

/** A book of the account: what was earned, put in and left by the chain, and what its own call pays now. */
export const ExitBook = ({ book, proof, young, balances, isLocked }: ExitBookProps) => {
  const t = useT()
  const { name, line, claimable, held, claim } = book
  const { vault, token } = name
  const ended = endedText(t, book, balances)
  const beside = besideRows(t, { book, young, balances })
  const isEmpty = claim === null && claimable > 0n
  return (
    <Card className="flex flex-col gap-3 pb-2">
      <CardHeader title={`${t(`assets.account.${vault}`)}\u00a0· ${token}`} />
      {line === 'refused' ? <p className="text-14 text-out">{t('exit.book.refused')}</p> : null}
      <Receipt rows={sumRows(t, book, isLocked)} />
      {beside.length === 0 ? null : <Receipt rows={beside} />}
      {isEmpty ? <p className="text-14 text-out">{t('exit.book.empty')}</p> : null}
      {claim?.isShort ? (
        <p className="text-14 text-out">
          {t('exit.book.short', { held: `${formatAmount(held, { maxDecimals: 2 })} ${token}` })}
        </p>
      ) : null}
      {exceeds(book) ? <p className="text-14 text-t2">{t('exit.book.more')}</p> : null}
      {ended === null ? null : <p className="text-14 text-out">{ended}</p>}
      {claim === null ? null : (
        <Button disabled={isLocked} onClick={() => openClaim(book, balances)}>
          {t(ended === null ? 'exit.claim' : 'exit.claimEnds', {
            amount: `${formatAmount(claim.arrives, { maxDecimals: 4 })} ${token}`,
          })}
        </Button>
      )}
      <div>
        {claim === null || isLocked ? null : (
          <ClaimPart book={book} most={claim.amount} balances={balances} />
        )}
        {proof === null || line !== 'found' ? null : <Path book={book} proof={proof} />}
      </div>
    </Card>
  )
}

/** The way from the account's line up to the root on chain. */
const Path = ({ book, proof }: { readonly book: BookReport; readonly proof: ExportedProof }) => {
  const t = useT()
  const { vault, token } = book
  const { chainId, account } = proof
  const nodes = foldPath({ chainId, vault, token, account }, book.proof)
  return (
    <Disclosure title={t('exit.path.title')}>
      <p>{t('exit.path.text')}</p>
      <ol className="num mt-2 flex flex-col gap-1 text-12">
        {nodes.map(({ hash, sum }, level) => (
          <li key={hash} className="flex justify-between gap-3">
            <span translate="no">
              {level}. {shortenAddress(hash, 4)}
            </span>
            <span>{formatAmount(sum, { maxDecimals: 2 })}</span>
          </li>
        ))}
      </ol>
    </Disclosure>
  )
}
