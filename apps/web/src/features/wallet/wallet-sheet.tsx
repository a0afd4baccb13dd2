import { startingWith, TOKENS } from '@dr/protocol/tokens'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Address as AddressType } from 'viem'
import { signOut } from '../../api/mutations/sign-out.ts'
import { configQuery, drgvPriceQuery } from '../../api/queries/public.ts'
import { useSession } from '../../api/session/session.ts'
import { endSession } from '../../api/session/session-end.ts'
import { tokenPrices, tokenWorth } from '../../api/token-worth.ts'
import { walletBalancesQuery } from '../../chain/queries/wallet-balances.ts'
import { useWallet } from '../../chain/wallet/wallet.ts'
import { disconnectWallet } from '../../chain/wallet/wallet-connection.ts'
import { errorText } from '../../i18n/error-text.ts'
import { formatWorthBeside } from '../../i18n/rate-text.ts'
import { useT } from '../../i18n/use-t.ts'
import { Amount } from '../../ui/amounts/amount.tsx'
import { TokenMark } from '../../ui/amounts/token-mark.tsx'
import { Button } from '../../ui/form/button.tsx'
import { ListRow } from '../../ui/lists/list-row.tsx'
import { Icon } from '../../ui/pictures/icons.tsx'
import { lazySheet } from '../../ui/sheet/lazy-sheet.tsx'
import { Sheet } from '../../ui/sheet/sheet.tsx'
import { ErrorState } from '../../ui/status/error-state.tsx'
import { SkeletonRows } from '../../ui/status/skeleton.tsx'
import { toast } from '../../ui/status/toast.ts'
import { formatCount } from '../../ui/text/format.ts'
import { useCopy } from '../../ui/text/use-copy.ts'
import { openConnect, walletRequests } from '../transaction/intents.ts'
import { Allowances } from './allowances.tsx'
import { useWalletName } from './use-wallet-name.ts'

/** Wallet sheet: full address, network, balances, active approvals, sign-out. */
export const WalletSheet = () => {
  const t = useT()
  const request = walletRequests.useRequest()
  const { address } = useWallet()
  const session = useSession()
  if (!request) return null
  const close = (): void => walletRequests.close(request, null)
  const disconnect = (): void => {
    close()
    disconnectWallet()
    if (session.status === 'signed-in') endSession('signed-out')
  }
  const leave = (): void => {
    close()
    signOut().catch((error: unknown) => toast.error(errorText(error) ?? ''))
  }
  // Receiving opens over the form that needs it; Back returns to the form.
  if (request.input === 'receive' && address)
    return <ReceiveSheet address={address} open onOpenChange={(open) => open || close()} />
  return (
    <Sheet
      name="wallet"
      open
      onOpenChange={(open) => open || close()}
      title={t('wallet.sheet.title')}
      footer={
        <>
          {session.status === 'signed-in' ? (
            <p className="text-12 text-t2">{t('wallet.sheet.leaving')}</p>
          ) : null}
          <div className="grid grid-cols-2 gap-2">
            {session.status === 'signed-in' ? (
              <Button onClick={leave}>{t('wallet.sheet.signOut')}</Button>
            ) : (
              <Button
                variant="primary"
                onClick={() => {
                  close()
                  void openConnect()
                }}
              >
                {t('wallet.signIn.title')}
              </Button>
            )}
            <Button variant="danger" onClick={disconnect}>
              {t('wallet.sheet.disconnect')}
            </Button>
          </div>
        </>
      }
    >
      {address ? <WalletDetails address={address} /> : null}
    </Sheet>
  )
}

const ReceiveSheet = lazySheet(() => import('./receive-sheet.tsx').then((module) => module.ReceiveSheet))

const WalletDetails = ({ address }: { readonly address: AddressType }) => {
  const t = useT()
  const [receive, setReceive] = useState<'unused' | 'open' | 'closed'>('unused')
  const copy = useCopy()
  const { name = '', kind = 'legacy', wrongNetwork, chainId } = useWallet()
  const nameOf = useWalletName()
  const { data: config } = useQuery(configQuery())
  const network = wrongNetwork
    ? t('wallet.sheet.otherChain', { id: String(chainId ?? '') })
    : (config?.chain.name ?? '')
  return (
    <div className="flex flex-col gap-4">
      <div className="rounded-16 border border-line bg-s2 px-4 py-3">
        <p className="num text-14 break-all">{address}</p>
        <div className="mt-2 flex items-center justify-between gap-3 text-12 text-t2">
          <span>{[nameOf({ kind, name }), network].filter(Boolean).join(' · ')}</span>
          <Button
            size="sm"
            variant="ghost"
            className="shrink-0 whitespace-nowrap"
            onClick={() => copy(address)}
          >
            <Icon name="copy" size={16} />
            {t('common.copy')}
          </Button>
        </div>
      </div>
      <Balances address={address} />
      <Button onClick={() => setReceive('open')}>{t('wallet.receive')}</Button>
      {receive === 'unused' ? null : (
        <ReceiveSheet
          address={address}
          open={receive === 'open'}
          onOpenChange={(open) => setReceive(open ? 'open' : 'closed')}
        />
      )}
      <Allowances address={address} />
    </div>
  )
}

const SHOWN = [...startingWith(TOKENS, 'USDT', 'USDR', 'DRGV'), 'BNB'] as const

const Balances = ({ address }: { readonly address: AddressType }) => {
  const t = useT()
  const balances = useQuery(walletBalancesQuery(address))
  const { data: prices } = useQuery(drgvPriceQuery())
  const title = <h3 className="text-16 font-semibold">{t('wallet.sheet.balances')}</h3>
  if (balances.isPending) return <SkeletonRows count={SHOWN.length} label={t('message.loading')} />
  if (balances.isError)
    return <ErrorState title={t('wallet.sheet.unavailable')} onRetry={() => void balances.refetch()} />
  return (
    <section>
      {title}
      <ul>
        {SHOWN.map((token) => {
          const worth = tokenWorth(token, balances.data[token], tokenPrices(prices))
          return (
            <ListRow
              key={token}
              lead={<TokenMark token={token} />}
              title={token}
              value={<Amount value={balances.data[token]} />}
              valueDetail={worth === null ? t('wallet.sheet.noPrice') : formatWorthBeside(worth)}
            />
          )
        })}
      </ul>
      <p className="num text-12 text-t2">
        {t('common.block', { number: formatCount(balances.data.blockNumber) })}
      </p>
    </section>
  )
}
