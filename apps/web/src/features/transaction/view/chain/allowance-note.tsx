import { formatAmount } from '@dr/protocol/amounts'
import { useQuery } from '@tanstack/react-query'
import { erc20Abi } from 'viem'
import { readContract } from 'viem/actions'
import { isUnlimited } from '../../../../chain/calls/approval.rules.ts'
import { readNewestBlock } from '../../../../chain/reads/block-of-calls.ts'
import { loadChainClient } from '../../../../chain/reads/public-client.ts'
import type { Spend } from '../../../../chain/reads/read-spend.ts'
import type { Translate } from '../../../../i18n/translate.ts'
import { useT } from '../../../../i18n/use-t.ts'
import { formatCount } from '../../../../ui/text/format.ts'
import type { FlowState } from '../../flow/flow-state.ts'
import { askedApprovals } from '../../flow/kept.ts'

const LOOK_MS = 2_000

const amountText = (t: Translate, amount: bigint): string =>
  isUnlimited(amount) ? t('tx.allowance.unlimited') : formatAmount(amount)

type AllowanceProps = { readonly state: FlowState; readonly spend: Spend }

/** The allowance before the plan, and the one on chain: read for as long as it is shown. */
const Allowance = ({ state: { plan }, spend }: AllowanceProps) => {
  const t = useT()
  const { token, tokenAddress, allowance } = spend
  const [owner, spender] = [plan?.account, plan?.call.to]
  const { data } = useQuery({
    queryKey: ['allowance-now', owner, spender, tokenAddress],
    enabled: owner !== undefined && spender !== undefined,
    queryFn: async () => {
      const client = await loadChainClient()
      const blockNumber = await readNewestBlock(client)
      const now = await readContract(client, {
        address: tokenAddress,
        abi: erc20Abi,
        functionName: 'allowance',
        args: [owner ?? '0x', spender ?? '0x'],
        blockNumber,
      })
      return { now, block: formatCount(blockNumber) }
    },
    // As a number it would be longer while streams are open.
    refetchInterval: () => LOOK_MS,
    gcTime: 0,
  })
  if (data === undefined || allowance === null) return null
  const { now, block } = data
  const [before, after] = [amountText(t, allowance), amountText(t, now)]
  return (
    <p className="text-14 text-t2">
      {now === allowance
        ? t('tx.allowance.same', { token, amount: after, block })
        : t('tx.allowance.changed', { token, before, after })}
    </p>
  )
}

/** Says of each token whose approval was asked for what is approved, whatever the wallet said. */
export const AllowanceNote = ({ state }: { readonly state: FlowState }) => {
  const asked = askedApprovals(state)
  return state.plan?.spends
    .filter(({ token }) => asked.includes(token))
    .map((spend) => <Allowance key={spend.token} state={state} spend={spend} />)
}
