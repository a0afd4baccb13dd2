import { formatAmount } from '@dr/protocol/amounts'
import { useQuery } from '@tanstack/react-query'
import type { Address } from 'viem'
import { drgvPriceQuery } from '../../api/queries/public.ts'
import { userMoneyQuery } from '../../api/queries/user-money.ts'
import { tokenPrices } from '../../api/token-worth.ts'
import { exitQuery } from '../../chain/queries/exit.ts'
import { useT } from '../../i18n/use-t.ts'
import { Amount } from '../../ui/amounts/amount.tsx'
import { cx } from '../../ui/cx.ts'
import { Button } from '../../ui/form/button.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { Icon } from '../../ui/pictures/icons.tsx'
import { Async } from '../../ui/status/async.tsx'
import { Skeleton } from '../../ui/status/skeleton.tsx'
import { sentences } from '../../ui/text/sentences.ts'
import { arriving, endedFor, tooYoung, worthOf } from './exit-sums.ts'
import { lockText } from './lock-text.ts'

type IfYouLeftCardProps = { readonly address: Address; readonly onCheck: () => void }

const listed = (amounts: readonly { readonly token: string; readonly amount: bigint }[]): string =>
  amounts.map(({ token, amount }) => `${formatAmount(amount, { maxDecimals: 2 })} ${token}`).join(' + ')

/** Amount that would arrive in the wallet now by the account's own calls, and what no final root proves yet. */
export const IfYouLeftCard = ({ address, onCheck }: IfYouLeftCardProps) => {
  const t = useT()
  const exit = useQuery(exitQuery(address))
  const money = useQuery(userMoneyQuery(address))
  const prices = useQuery(drgvPriceQuery())
  return (
    <Card>
      <Async query={exit} skeleton={<Skeleton className="h-36 w-full" />}>
        {({ report, fault }) => {
          const amounts = arriving(report.books)
          const worth = worthOf(amounts, tokenPrices(prices.data))
          const ends = report.books.some(
            (book) => book.claim !== null && endedFor(book, book.claim.amount, money.data?.balances) !== 0n,
          )
          // An account that is being unlocked may be in a thief's hands.
          const isAlert = fault !== null || (report.lock !== null && report.lock.until !== null)
          const young = money.data === undefined ? [] : tooYoung(report.books, money.data.balances)
          return (
            <>
              <div className="flex items-center justify-between gap-3">
                <h2 className="text-16 font-semibold">{t('exit.left.title')}</h2>
                <span className={isAlert ? 'text-out' : 'text-in'}>
                  <Icon name={isAlert ? 'alert' : 'shield'} size={20} />
                </span>
              </div>
              {report.lock !== null ? null : worth === null ? (
                <p className="num mt-1 text-20 font-semibold">{listed(amounts)}</p>
              ) : (
                <p className="mt-1">
                  <Amount value={worth} token="USD" maxDecimals={2} size="lg" />
                </p>
              )}
              <p className={cx('mt-1 text-14', isAlert ? 'text-out' : 'text-t2')}>
                {fault !== null
                  ? t(`exit.fault.${fault}`)
                  : report.lock !== null
                    ? lockText(t, report.lock)
                    : sentences(
                        amounts.length === 0
                          ? t('exit.left.none')
                          : t('exit.left.text', { amounts: listed(amounts) }),
                        ends ? t('exit.left.packages') : null,
                        young.length === 0 ? null : t('exit.left.young', { amounts: listed(young) }),
                      )}
              </p>
              <Button className="mt-3 w-full" onClick={onCheck}>
                {t('exit.left.check')}
              </Button>
            </>
          )
        }}
      </Async>
    </Card>
  )
}
