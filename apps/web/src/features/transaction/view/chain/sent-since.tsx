import { useQuery } from '@tanstack/react-query'
import type { Address } from 'viem'
import { countTransactions } from '../../../../chain/calls/watch-transaction.ts'
import { loadChainClient } from '../../../../chain/reads/public-client.ts'
import { useT } from '../../../../i18n/use-t.ts'
import { formatCount } from '../../../../ui/text/format.ts'
import type { FlowState } from '../../flow/flow-state.ts'
import type { keptKey, restKey } from '../../flow/kept.ts'

const LOOK_MS = 2_000

type SentSinceProps = {
  readonly account: Address
  readonly minedBefore: number
  /** Steps of the plan are done; their amounts have left the wallet. */
  readonly more: boolean
}

/**
 * Whether the account has sent a transaction since its wallet was asked, whatever the wallet answered; read
 * again while it is shown, since a wallet may send later.
 */
const SentSince = ({ account, minedBefore, more }: SentSinceProps) => {
  const t = useT()
  const { data } = useQuery({
    queryKey: ['sent-since', account, minedBefore],
    queryFn: async () => countTransactions(await loadChainClient(), account),
    // As a number it would be longer while streams are open.
    refetchInterval: () => LOOK_MS,
    gcTime: 0,
  })
  const text =
    data === undefined
      ? t('tx.doubt.checking')
      : data.mined > minedBefore
        ? t('tx.kept.sinceApproval')
        : data.isWaiting
          ? t('tx.doubt.waiting')
          : t(more ? 'tx.kept.nothingMoreUpTo' : 'tx.kept.nothingUpTo', {
              block: formatCount(data.blockNumber),
            })
  return <p className="text-14 text-t2">{text}</p>
}

/** Text about the user's money; if nothing is known to be sent, the chain is read. */
export const KeptText = (props: {
  readonly state: FlowState
  readonly textKey: ReturnType<typeof keptKey | typeof restKey>
}) => {
  const t = useT()
  const { state, textKey } = props
  const { plan, minedBefore } = state
  const saysNothing = textKey === 'tx.kept.nothing' || textKey === 'tx.kept.nothingMore'
  return saysNothing && plan !== null && minedBefore !== null ? (
    <SentSince account={plan.account} minedBefore={minedBefore} more={textKey === 'tx.kept.nothingMore'} />
  ) : (
    <p className="text-14 text-t2">{t(textKey)}</p>
  )
}
