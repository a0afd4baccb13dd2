import { Amount, type AmountProps } from './amount.tsx'

type PayoutAmountProps = {
  /** Base units of each token, as decimal strings. */
  readonly payout: { readonly USDT: string; readonly DR: string }
} & Pick<AmountProps, 'size' | 'tone' | 'signed' | 'maxDecimals'>

/** USDT, with DR below it if some was paid in DR. */
export const PayoutAmount = ({ payout, ...rest }: PayoutAmountProps) => {
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
