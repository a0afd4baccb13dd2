import { Amount, type AmountProps } from '../../ui/amount.tsx'
import type { Payout } from './pool.ts'

type PayoutAmountProps = { readonly payout: Payout } & Pick<AmountProps, 'size' | 'tone' | 'signed'>

/** USDT, and DR below it where some was paid in DR. */
export function PayoutAmount({ payout, ...rest }: PayoutAmountProps) {
  const DR = BigInt(payout.DR)
  return (
    <>
      <Amount value={BigInt(payout.USDT)} token="USDT" size="sm" {...rest} />
      {DR > 0n ? (
        <span className="block">
          <Amount value={DR} token="DR" {...rest} size="sm" />
        </span>
      ) : null}
    </>
  )
}
