import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { drgvPriceQuery } from '../../api/queries/public.ts'
import { userMoneyQuery } from '../../api/queries/user-money.ts'
import type { Address } from '../../api/session.ts'
import { useT } from '../../i18n/use-t.ts'
import { Async } from '../../ui/async.tsx'
import { Card } from '../../ui/card.tsx'
import { lazySheet } from '../../ui/lazy-sheet.tsx'
import { Skeleton, SkeletonRows } from '../../ui/skeleton.tsx'
import { AccountRow } from './account-row.tsx'
import { ACCOUNTS, type AccountIndex, balancesOf, type DrPrice } from './balances.ts'
import { Total } from './total.tsx'

const AccountSheet = lazySheet(() => import('./account-sheet.tsx').then((module) => module.AccountSheet))

type AccountsProps = {
  readonly address: Address
  readonly onWithdraw: (account: AccountIndex) => void
  readonly onTransfer: (account: AccountIndex) => void
}

/** Everything I have here: one sum, and the three accounts behind it. */
export function Accounts({ address, onWithdraw, onTransfer }: AccountsProps) {
  const t = useT()
  const query = useQuery(userMoneyQuery(address))
  const prices = useQuery(drgvPriceQuery())
  const drPrice: DrPrice = prices.data && BigInt(prices.data.DR.price)
  const [shown, setShown] = useState<{ readonly account: AccountIndex; readonly open: boolean } | null>(null)
  return (
    <Async query={query} skeleton={<AccountsSkeleton label={t('message.loading')} />}>
      {({ balances }) => (
        <>
          <Total balances={balances} drPrice={drPrice} />
          <Card className="py-1">
            <ul>
              {ACCOUNTS.map((account) => (
                <AccountRow
                  key={account}
                  account={account}
                  balances={balancesOf(balances, account)}
                  drPrice={drPrice}
                  onOpen={() => setShown({ account, open: true })}
                />
              ))}
            </ul>
          </Card>
          {shown ? (
            <AccountSheet
              account={shown.account}
              balances={balancesOf(balances, shown.account)}
              drPrice={drPrice}
              open={shown.open}
              onOpenChange={(open) => setShown({ ...shown, open })}
              onWithdraw={() => onWithdraw(shown.account)}
              onTransfer={() => {
                setShown({ ...shown, open: false })
                onTransfer(shown.account)
              }}
            />
          ) : null}
        </>
      )}
    </Async>
  )
}

function AccountsSkeleton({ label }: { readonly label: string }) {
  return (
    <>
      <div className="px-1 pt-2.5">
        <Skeleton className="h-4 w-20" />
        <Skeleton className="mt-3 h-10 w-52" />
        <Skeleton className="mt-2.5 h-3 w-40" />
        <Skeleton className="mt-3.5 h-2 w-full" />
      </div>
      {/* As tall as the accounts of who mines: the first has a line for what is not booked yet. */}
      <Card className="min-h-54.75 py-1">
        <SkeletonRows label={label} />
      </Card>
    </>
  )
}
