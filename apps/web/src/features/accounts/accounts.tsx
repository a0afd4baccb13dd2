import { VAULT_INDEXES, type VaultIndex } from '@dr/protocol/token-table'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { Address } from 'viem'
import { podPowerInfoQuery } from '../../api/queries/pod-power.ts'
import { drgvPriceQuery } from '../../api/queries/public.ts'
import { userMoneyQuery } from '../../api/queries/user-money.ts'
import { tokenPrices } from '../../api/token-worth.ts'
import { walletBalancesQuery } from '../../chain/queries/wallet-balances.ts'
import type { WalletBalances } from '../../chain/reads/read-balances.ts'
import { useWallet } from '../../chain/wallet/wallet.ts'
import { Card } from '../../ui/layout/card.tsx'
import { lazySheet } from '../../ui/sheet/lazy-sheet.tsx'
import { Async } from '../../ui/status/async.tsx'
import { AccountRow } from './account-row.tsx'
import { AccountsSkeleton } from './accounts-skeleton.tsx'
import { balancesOf, type DrPrice } from './balances.ts'
import { PackageRows } from './package-rows.tsx'
import { portfolioOf } from './portfolio.ts'
import { Total } from './total.tsx'
import { PodRow, WALLET_TOKENS, WalletRow } from './wallet-rows.tsx'

const AccountSheet = lazySheet(() => import('./account-sheet.tsx').then((module) => module.AccountSheet))

type AccountsProps = {
  readonly address: Address
  readonly onWithdraw: (vault: VaultIndex) => void
  readonly onTransfer: (vault: VaultIndex) => void
  readonly onPod: () => void
  readonly onPackages: () => void
  /** Actions below the sum. */
  readonly children: ReactNode
}

/** The user's total, and its parts: three accounts, open packages, the wallet and POD power. */
export const Accounts = (props: AccountsProps) => {
  const { address, onWithdraw, onTransfer, onPod, onPackages, children } = props
  const query = useQuery(userMoneyQuery(address))
  const prices = useQuery(drgvPriceQuery())
  const drPrice: DrPrice = prices.data && BigInt(prices.data.DR.price)
  // The session’s address is the wallet’s, so its balances can be read while the wallet is away.
  const wallet = useQuery(walletBalancesQuery(address))
  const { status } = useWallet()
  const power = useQuery(podPowerInfoQuery(address))
  const pod = power.data && BigInt(power.data.left)
  const [shown, setShown] = useState<{ readonly vault: VaultIndex; readonly open: boolean } | null>(null)
  return (
    <Async query={query} skeleton={<AccountsSkeleton>{children}</AccountsSkeleton>}>
      {({ balances }) => {
        const portfolio = portfolioOf({
          balances,
          wallet: holdingsOf(wallet.data),
          pod: pod ?? 0n,
          prices: tokenPrices(prices.data),
        })
        return (
          <>
            <Total
              portfolio={portfolio}
              wallet={stateOf(wallet)}
              readAtMs={oldestOf([query, prices, wallet, power])}
            />
            {children}
            <Card className="py-1">
              <ul>
                {VAULT_INDEXES.map((vault) => (
                  <AccountRow
                    key={vault}
                    vault={vault}
                    balances={balancesOf(balances, vault)}
                    drPrice={drPrice}
                    onOpen={() => setShown({ vault, open: true })}
                  />
                ))}
                <PackageRows
                  address={address}
                  balances={balances}
                  prices={tokenPrices(prices.data)}
                  onOpen={onPackages}
                />
                <WalletRow
                  balances={wallet.data}
                  failed={wallet.isError}
                  worth={portfolio.worth.wallet}
                  away={status === 'none'}
                />
                <PodRow amount={pod} onOpen={onPod} />
              </ul>
            </Card>
            {shown ? (
              <AccountSheet
                vault={shown.vault}
                balances={balancesOf(balances, shown.vault)}
                drPrice={drPrice}
                open={shown.open}
                onOpenChange={(open) => setShown({ ...shown, open })}
                onWithdraw={() => onWithdraw(shown.vault)}
                onTransfer={() => {
                  setShown({ ...shown, open: false })
                  onTransfer(shown.vault)
                }}
              />
            ) : null}
          </>
        )
      }}
    </Async>
  )
}

/** Time of the oldest reading; `dataUpdatedAt` is 0 before the first. */
const oldestOf = (readings: readonly { readonly dataUpdatedAt: number }[]): number | null =>
  Math.min(...readings.map(({ dataUpdatedAt }) => dataUpdatedAt)) || null

const holdingsOf = (balances: WalletBalances | undefined) =>
  balances ? WALLET_TOKENS.map((token) => ({ token, amount: balances[token] })) : []

const stateOf = (query: {
  readonly data: WalletBalances | undefined
  readonly isError: boolean
}): 'known' | 'reading' | 'failed' => (query.data ? 'known' : query.isError ? 'failed' : 'reading')
