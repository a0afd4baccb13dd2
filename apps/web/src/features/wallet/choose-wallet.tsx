import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { inviterLines } from '../../api/invite/inviter-lines.ts'
import { isInviter, readInviter } from '../../api/invite/kept-inviter.ts'
import { PASTED_MAX } from '../../api/invite/pasted.ts'
import { networkQuery } from '../../api/queries/local.ts'
import { configQuery, inviterQuery } from '../../api/queries/public.ts'
import { useOfferedWallets, watchOfferedWallets } from '../../chain/wallet/offered-wallets.ts'
import type { OfferedWallet } from '../../chain/wallet/provider.ts'
import { useT } from '../../i18n/use-t.ts'
import { Chip } from '../../ui/chip.tsx'
import { PrefilledField } from '../../ui/form/prefilled-field.tsx'
import { ListRow } from '../../ui/lists/list-row.tsx'
import { Icon } from '../../ui/pictures/icons.tsx'
import { EmptyState } from '../../ui/status/empty-state.tsx'
import { ErrorState } from '../../ui/status/error-state.tsx'
import { SkeletonRows } from '../../ui/status/skeleton.tsx'
import { AppGuide, OpenInWallet } from './open-in-wallet.tsx'
import { useWalletName } from './use-wallet-name.ts'
import { pageLink, surroundingsOf } from './wallet-links.ts'

type ChooseWalletProps = {
  /** Inviter of a new registration; '' asks during registration. */
  readonly inviter: string
  /** The inviter is the app's own default, not an invitation. */
  readonly isOwn: boolean
  readonly onInviter: (inviter: string) => void
  readonly onChoose: (wallet: OfferedWallet) => void
  /** Opens the read-only view of an address, without a wallet. */
  readonly onWatch: () => void
}

/** The wallet is part of this browser: an extension, or the wallet app's own browser. */
const isInBrowser = ({ kind }: OfferedWallet): boolean => kind === 'announced' || kind === 'legacy'

/** Wallets found in this browser by name and icon; without any, ways to open the page in one. */
export const ChooseWallet = ({ inviter, isOwn, onInviter, onChoose, onWatch }: ChooseWalletProps) => {
  const t = useT()
  const config = useQuery(configQuery())
  const network = useQuery(networkQuery())
  const isThere = ({ kind }: OfferedWallet): boolean => kind !== 'member' || Boolean(network.data?.history)
  const wallets = useOfferedWallets().filter(isThere)
  const place = surroundingsOf(navigator, screen.width)
  const [binance, setBinance] = useState(false)
  useEffect(() => (config.data ? watchOfferedWallets(config.data) : undefined), [config.data])
  if (config.isError)
    return <ErrorState title={t('common.loadFailed')} onRetry={() => void config.refetch()} />
  if (config.isPending) return <SkeletonRows label={t('message.loading')} />
  const isOutside = !wallets.some(isInBrowser)
  const link = pageLink(location, inviter)
  if (isOutside && place === 'wechat') return <AppGuide app="wechat" link={link} />
  if (isOutside && binance) return <AppGuide app="binance" link={link} onBack={() => setBinance(false)} />
  return (
    <>
      {wallets.length > 0 ? <p className="mb-2 text-14 text-t2">{t('wallet.connect.lead')}</p> : null}
      {wallets.length === 0 && place === 'desktop' ? (
        <EmptyState icon="wallet" title={t('wallet.connect.none')} detail={t('wallet.connect.noneHow')} />
      ) : null}
      <ul>
        {wallets.map((wallet) => (
          <WalletRow key={wallet.key} wallet={wallet} onChoose={onChoose} />
        ))}
      </ul>
      {isOutside && place !== 'wechat' ? (
        <OpenInWallet place={place} link={link} onBinance={() => setBinance(true)} />
      ) : null}
      <Inviter inviter={inviter} isOwn={isOwn} onInviter={onInviter} />
      <ul className="border-t border-line">
        <ListRow
          icon="search"
          title={t('watch.enter')}
          detail={t('watch.enterHint')}
          chevron
          onClick={onWatch}
        />
      </ul>
      <p className="mt-3 text-12 text-t2">{t('wallet.connect.safety')}</p>
    </>
  )
}

/** Inviter, shown before the wallet is asked, since registration fixes it. Nothing if unknown. */
const Inviter = ({
  inviter,
  isOwn,
  onInviter,
}: Pick<ChooseWalletProps, 'inviter' | 'isOwn' | 'onInviter'>) => {
  const t = useT()
  const [wasKnown, setWasKnown] = useState(false)
  if (inviter !== '' && !wasKnown) setWasKnown(true)
  const named = useQuery(inviterQuery(inviter))
  if (inviter === '' && !wasKnown) return null
  const unknown = named.data?.inviter === null
  const malformed = inviter.trim() !== '' && !isInviter(inviter)
  return (
    <div className="mt-1 mb-3">
      <PrefilledField
        label={t(isOwn ? 'wallet.inviter.own' : 'wallet.inviter.title')}
        fieldLabel={t('wallet.inviter.title')}
        value={inviter}
        {...inviterLines(t, inviter, named)}
        maxLength={PASTED_MAX}
        onChange={(text) => onInviter(readInviter(text))}
        changeText={t('wallet.inviter.change')}
        note={t(
          malformed
            ? 'wallet.register.malformed'
            : unknown
              ? 'home.inviter.unknown'
              : isOwn
                ? 'wallet.inviter.ownNote'
                : 'wallet.inviter.note',
        )}
        problem={unknown}
      />
    </div>
  )
}

const WalletRow = ({
  wallet,
  onChoose,
}: {
  readonly wallet: OfferedWallet
  readonly onChoose: (wallet: OfferedWallet) => void
}) => {
  const t = useT()
  const name = useWalletName()(wallet)
  const burner = __LOCAL_CHAIN__ && wallet.kind === 'burner'
  const member = __LOCAL_CHAIN__ && wallet.kind === 'member'
  return (
    <ListRow
      lead={
        wallet.icon ? (
          // A data URL announced by the wallet; nothing is fetched.
          <img src={wallet.icon} alt="" width={36} height={36} className="size-9 shrink-0 rounded-12" />
        ) : (
          <span className="grid size-9 shrink-0 place-items-center rounded-12 bg-s3 text-t2">
            <Icon name="wallet" size={18} />
          </span>
        )
      }
      title={name}
      {...(burner
        ? { detail: t('wallet.burner.detail'), value: <Chip tone="off">{t('wallet.burner.chip')}</Chip> }
        : {})}
      {...(member ? { detail: t('wallet.member.detail') } : {})}
      chevron
      onClick={() => onChoose(wallet)}
    />
  )
}
