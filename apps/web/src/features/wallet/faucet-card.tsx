import type { Address } from 'viem'
import { useFaucet } from '../../api/mutations/use-faucet.ts'
import { useWallet } from '../../chain/wallet/wallet.ts'
import { useT } from '../../i18n/use-t.ts'
import { Chip } from '../../ui/chip.tsx'
import { Button, type ButtonProps } from '../../ui/form/button.tsx'
import { Card } from '../../ui/layout/card.tsx'

type FaucetButtonProps = Pick<ButtonProps, 'variant' | 'size' | 'className'> & { readonly address: Address }

/** Requests test money. */
export const FaucetButton = ({ address, ...look }: FaucetButtonProps) => {
  const t = useT()
  const faucet = useFaucet()
  return (
    <Button {...look} busy={faucet.isPending} onClick={() => faucet.mutate(address)}>
      {t('wallet.faucet.ask')}
    </Button>
  )
}

/** Test money on the local chain; compiled out of every other build. */
export const FaucetCard = () => {
  const t = useT()
  const { address } = useWallet()
  if (!__LOCAL_CHAIN__ || address === undefined) return null
  return (
    <Card className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h2 className="min-w-min flex-1 text-16 font-semibold">{t('wallet.faucet.title')}</h2>
        <Chip tone="off" wraps>
          {t('wallet.burner.chip')}
        </Chip>
      </div>
      <p className="text-14 text-t2">{t('wallet.faucet.lead')}</p>
      <FaucetButton address={address} />
    </Card>
  )
}
