import { formatAmount } from '@dr/protocol/amounts'
import { openTransaction } from '../../chain/intents.ts'
import { useT } from '../../i18n/use-t.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { type Purchase, shortageOf } from './purchase.ts'

type WalletPaysProps = {
  readonly purchase: Purchase
  /** Base units. */
  readonly balances: { readonly DR: bigint; readonly USDR: bigint; readonly USDT: bigint }
  readonly onSwap: () => void
}

const text = (value: bigint): string => formatAmount(value, { maxDecimals: 8 })

/** Whether the wallet can pay it, and the next step where it cannot: USDR from its own USDT, DR from the exchange. */
export function WalletPays({ purchase, balances, onSwap }: WalletPaysProps) {
  const t = useT()
  const short = shortageOf(purchase, balances)
  return (
    <>
      {short.DR > 0n ? (
        <Banner tone="out" icon="alert" live>
          <p>{t('power.lacks', { amount: `${text(short.DR)} DR` })}</p>
          <NextStep label={t('power.getDr')} onClick={onSwap} />
        </Banner>
      ) : null}
      {short.USDR > 0n ? (
        <Banner tone="out" icon="alert" live>
          <p>
            {t('power.lacks', { amount: `${text(short.USDR)} USDR` })}{' '}
            <span className="text-t2">
              {short.wrappable > 0n
                ? t('power.wrapHow', { amount: text(short.wrappable) })
                : t('power.wrapNothing')}
            </span>
          </p>
          {short.wrappable > 0n ? (
            <NextStep
              label={t('power.wrap')}
              onClick={() => void openTransaction({ kind: 'wrapUSDR', amount: short.wrappable })}
            />
          ) : null}
        </Banner>
      ) : null}
    </>
  )
}

/** Below the words: beside them it would leave them a narrow column. */
const NextStep = ({ label, onClick }: { readonly label: string; readonly onClick: () => void }) => (
  <Button size="sm" className="mt-2" onClick={onClick}>
    {label}
  </Button>
)
