import { TOKENS, type Token } from '@dr/protocol/tokens'
import { useMutation, useQuery } from '@tanstack/react-query'
import type { Address } from 'viem'
import { configQuery } from '../../api/queries/public.ts'
import { isUserRejection } from '../../chain/wallet/provider.ts'
import { watchAsset } from '../../chain/wallet/watch-asset.ts'
import { useT } from '../../i18n/use-t.ts'
import { TokenMark } from '../../ui/amounts/token-mark.tsx'
import { Button } from '../../ui/form/button.tsx'
import { Banner } from '../../ui/layout/banner.tsx'
import { ListRow } from '../../ui/lists/list-row.tsx'
import { Icon } from '../../ui/pictures/icons.tsx'
import { Qr } from '../../ui/pictures/qr.tsx'
import { Sheet } from '../../ui/sheet/sheet.tsx'
import { toast } from '../../ui/status/toast.ts'
import { shortenAddress } from '../../ui/text/format.ts'
import { useCopy } from '../../ui/text/use-copy.ts'

type ReceiveSheetProps = {
  readonly address: Address
  readonly open: boolean
  readonly onOpenChange: (open: boolean) => void
}

/**
 * The user's address to receive funds, its network, and the token contracts for wallets that do not list
 * them.
 */
export const ReceiveSheet = ({ address, open, onOpenChange }: ReceiveSheetProps) => {
  const t = useT()
  const copy = useCopy()
  const { data: config } = useQuery(configQuery())
  return (
    <Sheet
      name="receive"
      open={open}
      onOpenChange={onOpenChange}
      title={t('wallet.receive')}
      footer={
        <Button variant="primary" onClick={() => copy(address)}>
          <Icon name="copy" size={18} />
          {t('wallet.receive.copy')}
        </Button>
      }
    >
      <div className="flex flex-col items-center gap-4 pt-1">
        <Qr text={address} label={t('wallet.receive.qr')} />
        <p className="num w-full rounded-16 border border-line bg-s2 px-4 py-2.5 text-center text-14 break-all">
          {address}
        </p>
      </div>
      <div className="mt-4">
        <Banner icon="alert">{t('wallet.receive.network', { network: config?.chain.name ?? '…' })}</Banner>
      </div>
      {config ? (
        <section className="mt-4">
          <h3 className="text-16 font-semibold">{t('wallet.receive.tokens')}</h3>
          <ul>
            {TOKENS.map((token) => (
              <TokenRow key={token} token={token} contract={config.contracts[token]} />
            ))}
          </ul>
        </section>
      ) : null}
    </Sheet>
  )
}

const TokenRow = ({ token, contract }: { readonly token: Token; readonly contract: string }) => {
  const t = useT()
  const add = useMutation({
    mutationFn: () => watchAsset(token),
    onSuccess: (added) => {
      if (added) toast.success(t('wallet.receive.added', { token }))
      else toast.plain(t('wallet.receive.notAdded'))
    },
    onError: (error) =>
      isUserRejection(error)
        ? toast.plain(t('wallet.receive.notAdded'))
        : toast.error(t('wallet.receive.addFailed')),
  })
  return (
    <ListRow
      lead={<TokenMark token={token} />}
      title={token}
      detail={shortenAddress(contract)}
      value={
        <Button
          size="sm"
          aria-label={`${t('wallet.receive.add')}: ${token}`}
          busy={add.isPending}
          onClick={() => add.mutate()}
        >
          {t('wallet.receive.add')}
        </Button>
      }
    />
  )
}
