import { useQuery } from '@tanstack/react-query'
import { configQuery } from '../../api/queries/public.ts'
import type { NetworkWay } from '../../chain/wallet/switch-network.ts'
import { useWallet } from '../../chain/wallet/wallet.ts'
import { useT } from '../../i18n/use-t.ts'
import { Button } from '../../ui/form/button.tsx'

/** Asks for the switch when the wallet is on another chain. */
export const SwitchNetworkStep = ({
  busy,
  way,
  onSwitch,
}: {
  readonly busy: boolean
  readonly way: NetworkWay
  readonly onSwitch: () => void
}) => {
  const t = useT()
  const { chainId } = useWallet()
  const { data } = useQuery(configQuery())
  const values = {
    name: data?.chain.name ?? '',
    id: String(data?.chain.chainId ?? ''),
    current: String(chainId ?? ''),
  }
  return (
    <div className="flex flex-col gap-4">
      <p className="text-14 text-t2">{t('wallet.network.lead', values)}</p>
      <Button variant="primary" busy={busy} onClick={onSwitch}>
        {t(busy ? 'wallet.waitingShort' : `wallet.network.${way}`, values)}
      </Button>
    </div>
  )
}
