import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { podPowerInfoQuery } from '../../api/queries/pod-power.ts'
import { drgvPriceQuery } from '../../api/queries/public.ts'
import { userMoneyQuery } from '../../api/queries/user-money.ts'
import type { Address } from '../../api/session.ts'
import { tokenPrices } from '../../api/token-worth.ts'
import { walletBalancesQuery } from '../../chain/queries/wallet-balances.ts'
import type { WalletBalances } from '../../chain/read-balances.ts'
import { useWallet } from '../../chain/wallet.ts'
import { useT } from '../../i18n/use-t.ts'
import { Async } from '../../ui/async.tsx'
import { Card } from '../../ui/card.tsx'
import { lazySheet } from '../../ui/lazy-sheet.tsx'
import { Skeleton, SkeletonRows } from '../../ui/skeleton.tsx'
import { AccountRow } from './account-row.tsx'
import { ACCOUNTS, type AccountIndex, balancesOf, type DrPrice } from './balances.ts'
import { portfolioOf } from './portfolio.ts'
import { Total } from './total.tsx'
import { PodRow, WALLET_TOKENS, WalletRow } from './wallet-rows.tsx'

const AccountSheet = lazySheet(() => import('./account-sheet.tsx').then((module) => module.AccountSheet))

type AccountsProps = {
  readonly address: Address
  readonly onWithdraw: (account: AccountIndex) => void
  readonly onTransfer: (account: AccountIndex) => void
  readonly onPod: () => void
}

/** Everything I have: one sum, and behind it the three accounts, the wallet and POD power. */
export function Accounts({ address, onWithdraw, onTransfer, onPod }: AccountsProps) {
  const t = useT()
  const query = useQuery(userMoneyQuery(address))
  const prices = useQuery(drgvPriceQuery())
  const drPrice: DrPrice = prices.data && BigInt(prices.data.DR.price)
  const { address: connected } = useWallet()
  const wallet = useQuery(walletBalancesQuery(connected))
  const { data: power } = useQuery(podPowerInfoQuery(address))
  const pod = power && BigInt(power.left)
  const [shown, setShown] = useState<{ readonly account: AccountIndex; readonly open: boolean } | null>(null)
  return (
    <Async
      query={query}
      skeleton={<AccountsSkeleton label={t('message.loading')} wallet={connected !== undefined} />}
    >
      {({ balances }) => {
        const portfolio = portfolioOf({
          balances,
          wallet: holdingsOf(wallet.data),
          pod: pod ?? 0n,
          prices: tokenPrices(prices.data),
        })
        return (
          <>
            <Total portfolio={portfolio} wallet={stateOf(wallet)} />
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
                {stateOf(wallet) === 'none' ? null : (
                  <WalletRow balances={wallet.data} failed={wallet.isError} worth={portfolio.worth.wallet} />
                )}
                <PodRow amount={pod} onOpen={onPod} />
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
        )
      }}
    </Async>
  )
}

const holdingsOf = (balances: WalletBalances | undefined) =>
  balances ? WALLET_TOKENS.map((token) => ({ token, amount: balances[token] })) : []

/** Without a wallet nothing is asked, so nothing is on its way either. */
const stateOf = (query: {
  readonly data: WalletBalances | undefined
  readonly isError: boolean
  readonly fetchStatus: string
}): 'known' | 'reading' | 'failed' | 'none' => {
  if (query.data) return 'known'
  if (query.isError) return 'failed'
  return query.fetchStatus === 'idle' ? 'none' : 'reading'
}

function AccountsSkeleton({ label, wallet }: { readonly label: string; readonly wallet: boolean }) {
  return (
    <>
      <div className="px-1 pt-2.5">
        <Skeleton className="h-4 w-20" />
        <Skeleton className="mt-3 h-10 w-52" />
        <Skeleton className="mt-2.5 h-7.5 w-40" />
        <Skeleton className="mt-3.5 h-2 w-full" />
      </div>
      {/* As tall as the accounts of who mines, the first with a line for what is not booked yet; and the wallet's row. */}
      <Card className={wallet ? 'min-h-86.25 py-1' : 'min-h-70.75 py-1'}>
        <SkeletonRows label={label} />
      </Card>
    </>
  )
}
