import { formatAmount } from '@dr/protocol/amounts'
import type { ExportedProof } from '@dr/protocol/roots/exported-proof'
import { foldPath } from '@dr/protocol/roots/proof'
import type { BookReport } from '../../../exit/report.ts'
import type { UserBalance } from '../../api/queries/user-money.ts'
import { useT } from '../../i18n/use-t.ts'
import { Amount } from '../../ui/amounts/amount.tsx'
import { Button } from '../../ui/form/button.tsx'
import { Card, CardHeader } from '../../ui/layout/card.tsx'
import { Disclosure } from '../../ui/layout/disclosure.tsx'
import { Receipt, type ReceiptRow } from '../../ui/lists/receipt.tsx'
import { shortenAddress } from '../../ui/text/format.ts'
import { endedFor } from './exit-sums.ts'
import { openClaim } from './open-claim.ts'

const amountRow = (label: string, value: bigint, token: string): ReceiptRow => ({
  label,
  value: <Amount value={value} token={token} size="sm" />,
})

type ExitBookProps = {
  readonly book: BookReport
  readonly proof: ExportedProof | null
  /** Amount earned by the newest root, where that one is not final; null: it is, or says nothing. */
  readonly young: { readonly epoch: string; readonly earned: bigint } | null
  readonly balances: readonly UserBalance[] | undefined
  readonly isLocked: boolean
}

/** A book of the account: what was earned, put in and left by the chain, and what its own call pays now. */
export const ExitBook = ({ book, proof, young, balances, isLocked }: ExitBookProps) => {
  const t = useT()
  const { name, line, earned, credited, left, claimable, held, claim } = book
  const { vault, token } = name
  const ended = claim && endedFor(book, claim.amount, balances)
  const shown = balances?.find((balance) => balance.account === vault && balance.token === token)
  return (
    <Card className="flex flex-col gap-3">
      <CardHeader title={`${t(`assets.account.${vault}`)}\u00a0· ${token}`} />
      {line === 'refused' ? <p className="text-14 text-out">{t('exit.book.refused')}</p> : null}
      <Receipt
        rows={[
          line === 'found'
            ? amountRow(t('exit.book.earned'), earned, token)
            : { label: t('exit.book.earned'), value: t('exit.book.noLine') },
          amountRow(t('exit.book.credited'), credited, token),
          amountRow(t('exit.book.left'), -left, token),
          { ...amountRow(t('exit.book.claimable'), claimable, token), total: true },
          ...(young === null
            ? []
            : [amountRow(t('exit.book.newest', { epoch: young.epoch }), young.earned, token)]),
          ...(shown === undefined
            ? []
            : [
                amountRow(
                  t('exit.book.shown'),
                  BigInt(shown.available) + BigInt(shown.held) + BigInt(shown.locked),
                  token,
                ),
              ]),
        ]}
      />
      {claim === null ? (
        claimable > 0n ? (
          <p className="text-14 text-out">{t('exit.book.empty')}</p>
        ) : null
      ) : (
        <>
          {claim.isShort ? (
            <p className="text-14 text-out">
              {t('exit.book.short', { held: `${formatAmount(held, { maxDecimals: 2 })} ${token}` })}
            </p>
          ) : null}
          {ended === 0n ? null : (
            <p className="text-14 text-t1">
              {ended === null
                ? t('tx.note.leaveMay')
                : t('tx.note.leavePackages', {
                    amount: `${formatAmount(ended, { maxDecimals: 2 })} ${token}`,
                  })}
            </p>
          )}
          <Button disabled={isLocked} onClick={() => openClaim(book, balances)}>
            {t('exit.claim', { amount: `${formatAmount(claim.arrives, { maxDecimals: 4 })} ${token}` })}
          </Button>
        </>
      )}
      {proof === null || line !== 'found' ? null : <Path book={book} proof={proof} />}
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
