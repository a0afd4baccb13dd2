import { GRANTED } from '../../../api/mutations/ask-faucet.ts'
import { useFaucet } from '../../../api/mutations/use-faucet.ts'
import {
  type Missing,
  plainText,
  type Solution,
  swappedText,
} from '../../../chain/shortage/shortage.rules.ts'
import { useWallet } from '../../../chain/wallet/wallet.ts'
import { useT } from '../../../i18n/use-t.ts'
import { Button, type ButtonProps } from '../../../ui/form/button.tsx'
import { toast } from '../../../ui/status/toast.ts'
import { openReceive } from '../intents.ts'
import { type PayAction, wayText } from './shortage-text.ts'

type PayButtonProps = Pick<ButtonProps, 'busy' | 'disabled'> & {
  /** Way for the wallet to pay; null: not known, or not requested yet. */
  readonly solution: Solution | null
  readonly goal: PayAction
  /** Label if the wallet has everything. */
  readonly own: string
  readonly onPay: () => void
}

/**
 * Button of every payment out of the wallet. Its label names the result of a press: its own action, the
 * swap or wrapping that comes first, or, if the wallet has nothing to swap, the missing amount and the way
 * to get it; a press then opens that way, with the requirement's toast (§4).
 */
export const PayButton = ({ solution, goal, own, onPay, ...state }: PayButtonProps) => {
  const t = useT()
  const missing = solution?.missing ?? null
  if (missing !== null && !state.disabled)
    return (
      <>
        <WithSwaps missing={missing} />
        {__LOCAL_CHAIN__ && GRANTED.includes(missing.token) ? (
          <FaucetWay missing={missing} />
        ) : (
          <ReceiveWay missing={missing} />
        )}
      </>
    )
  return (
    <Button variant="primary" {...state} onClick={onPay}>
      {state.disabled ? own : (wayText(t, solution?.steps ?? [], goal) ?? own)}
    </Button>
  )
}

/** Note on what is missing: other tokens of the wallet can be swapped. */
const WithSwaps = ({ missing }: { readonly missing: Missing }) => {
  const t = useT()
  const amounts = swappedText(missing)
  return amounts === null ? null : (
    <p className="num text-center text-12 text-t2">{t('tx.short.swapped', { amounts })}</p>
  )
}

/** Label in two lines: the missing amount, and the action. */
const TwoLines = ({ missing, way }: { readonly missing: Missing; readonly way: string }) => {
  const t = useT()
  return (
    <span>
      <span className="num block text-12 font-normal">
        {t('tx.short.title', { amounts: plainText(missing) })}
      </span>
      <span>{way}</span>
    </span>
  )
}

/** Requests the missing tokens from the local chain's faucet; the form stays open for its next press. */
const FaucetWay = ({ missing }: { readonly missing: Missing }) => {
  const t = useT()
  const { address } = useWallet()
  const { mutate, isPending } = useFaucet()
  const ask = (): void => {
    toast.error(t('error.1015'))
    if (address !== undefined) mutate(address)
  }
  return (
    <Button variant="primary" busy={isPending} onClick={ask}>
      <TwoLines missing={missing} way={t('wallet.faucet.ask')} />
    </Button>
  )
}

const ReceiveWay = ({ missing }: { readonly missing: Missing }) => {
  const t = useT()
  const receive = (): void => {
    toast.error(t('error.1015'))
    openReceive()
  }
  return (
    <Button variant="primary" onClick={receive}>
      <TwoLines missing={missing} way={t('tx.short.receive', { token: missing.token })} />
    </Button>
  )
}
