import { GRANTED } from '../../../api/mutations/ask-faucet.ts'
import { useFaucet } from '../../../api/mutations/use-faucet.ts'
import { useWallet } from '../../../chain/wallet/wallet.ts'
import { useT } from '../../../i18n/use-t.ts'
import { Button } from '../../../ui/form/button.tsx'
import { shortfallOf } from '../flow/failure.ts'
import type { FlowState } from '../flow/flow-state.ts'
import { openConnect, openNetworkPrompt } from '../intents.ts'

type RetryProps = { readonly state: FlowState; readonly onRetry: () => void }

/** Fixes the cause first if it can, then repeats the request. */
export const Retry = ({ state, onRetry }: RetryProps) => {
  const t = useT()
  const short = state.failure === null ? null : shortfallOf(state.failure)
  if (__LOCAL_CHAIN__ && short !== null && GRANTED.includes(short.token))
    return <FaucetAndRetry onRetry={onRetry} />
  const code = state.failure?.code
  const first = code === 'wrong-network' ? openNetworkPrompt : code === 'wallet-gone' ? openConnect : null
  const label =
    code === 'wrong-network'
      ? 'wallet.network.switchShort'
      : code === 'wallet-gone'
        ? 'wallet.connect.title'
        : 'common.retry'
  const retry = async (): Promise<void> => {
    if (first === null || (await first())) onRetry()
  }
  return (
    <Button variant="primary" onClick={() => void retry()}>
      {t(label)}
    </Button>
  )
}

/** Requests the missing token from the local chain's faucet, then repeats the request. */
const FaucetAndRetry = ({ onRetry }: Pick<RetryProps, 'onRetry'>) => {
  const t = useT()
  const { address } = useWallet()
  const { mutate, isPending } = useFaucet(onRetry)
  return (
    <Button variant="primary" busy={isPending} onClick={() => address && mutate(address)}>
      {t('wallet.faucet.continue')}
    </Button>
  )
}
