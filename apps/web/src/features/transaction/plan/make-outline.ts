import { TOKENS, type Token } from '@dr/protocol/tokens'
import type { Address } from 'viem'
import { getGasPrice } from 'viem/actions'
import { callApi } from '../../../api/client.ts'
import { type Config, loadConfig } from '../../../api/config.ts'
import { isApiError } from '../../../api/errors.ts'
import { activationOf, gasOf, type PlannedCall, TRANSACTION_GAS } from '../../../chain/calls/gas.rules.ts'
import { takesPermit } from '../../../chain/calls/permit.ts'
import { type ChainClient, loadChainClient } from '../../../chain/reads/public-client.ts'
import { readBalances } from '../../../chain/reads/read-balances.ts'
import { readSpend } from '../../../chain/reads/read-spend.ts'
import { onlyElectricityMissing } from '../../../chain/shortage/purchase.rules.ts'
import {
  type Exchange,
  type Holdings,
  isShort,
  type Needs,
  type Preparation,
  type Solution,
  solveShortage,
  type Ways,
} from '../../../chain/shortage/shortage.rules.ts'
import { readWalletAbility, type WalletAbility } from '../../../chain/wallet/wallet-ability.ts'
import { FlowFailure } from '../flow/failure.ts'
import { nonZeroAmounts, oneCall } from '../kinds/goal.ts'
import type { Goal, LegDraft } from '../kinds/kind.ts'
import { goalOf } from '../kinds/kinds.ts'
import { directCall, isDirect, needsNoToken } from './direct-call.ts'
import { stepsOfLegs } from './leg-steps.ts'
import type { Leg, Outline } from './outline.ts'
import type { FreshIntent } from './plan.ts'
import { callKindOf } from './plan-kind.ts'

type FreshLeg = LegDraft<FreshIntent>

/** Goal of an intent, as known before its quote. */
const readGoal = async (
  intent: FreshIntent,
  config: Config,
  { account, ...input }: { readonly account: Address; readonly required: Needs; readonly wallet: Holdings },
): Promise<Goal<FreshIntent> | null> => {
  if (!isDirect(intent)) return goalOf(intent, { contracts: config.contracts, ...input })
  const { call, outgoing, incoming } = directCall(intent, account, config)
  return oneCall(
    intent,
    { to: call.to, outgoing },
    incoming.map((token) => ({ kind: 'token', ...token })),
  )
}

const needsOf = (legs: readonly FreshLeg[], required: Needs): Needs => {
  const needs: Partial<Record<Token, bigint>> = {}
  for (const { token, amount } of legs.flatMap(({ outgoing }) => outgoing))
    needs[token] = (needs[token] ?? 0n) + amount
  for (const token of TOKENS)
    if ((required[token] ?? 0n) > (needs[token] ?? 0n)) needs[token] = required[token] ?? 0n
  return needs
}

const isDollar = (token: Token): boolean => token === 'USDT' || token === 'USDR'

const waysFor = (intent: FreshIntent): Ways => {
  if (intent.kind === 'wrapUSDR' || intent.kind === 'unwrapUSDR') return 'none'
  if (intent.kind !== 'swapToken') return 'all'
  return isDollar(intent.input) && isDollar(intent.output) ? 'none' : 'wrap'
}

/** Prices of the exchange; null if the server has none (30002): its output then counts as missing. */
const readExchange = async (): Promise<Exchange> => {
  try {
    return await callApi('swapTokens')
  } catch (error) {
    if (isApiError(error, 'NO_PRICE')) return null
    throw error
  }
}

const draftOf = ({ kind, input, output, pays, gives }: Preparation, { contracts }: Config): FreshLeg => {
  const swap = { kind: 'swapToken', input, output, inputAmount: pays } as const
  return {
    intent: kind === 'swap' ? swap : { kind: kind === 'wrap' ? 'wrapUSDR' : 'unwrapUSDR', amount: pays },
    isGoal: false,
    to: (kind === 'swap' ? contracts.Exchange : contracts.USDR) as Address,
    outgoing: [{ token: input, amount: pays }],
    gives: [{ token: output, amount: gives }],
  }
}

const withSpends = async (
  client: ChainClient,
  config: Config,
  { account, draft }: { readonly account: Address; readonly draft: FreshLeg },
): Promise<Leg> => ({
  ...draft,
  spends: await Promise.all(
    draft.outgoing.map((line) =>
      readSpend(client, {
        account,
        spender: draft.to,
        tokenAddress: config.contracts[line.token] as Address,
        permit: takesPermit(config, { spender: draft.to, token: line.token }),
        ...line,
      }),
    ),
  ),
})

/** Adds the expected burn of a withdrawal before the server has reported it: it may need an approval. */
const withExpectedBurn = (draft: FreshLeg): FreshLeg =>
  draft.intent.kind === 'withdraw' && draft.outgoing.length === 0
    ? { ...draft, outgoing: nonZeroAmounts({ DR: draft.intent.walletBurn }) }
    : draft

/** Machines that a leg pays electricity for. Bought ones come from one purchase. */
const poweredBy = ({ intent }: Leg): Pick<PlannedCall, 'machines' | 'purchases'> => {
  if (intent.kind === 'activateBought') return { machines: intent.machineCount }
  if (intent.kind !== 'activateMachine') return {}
  return activationOf('machineIDs' in intent ? intent.machineIDs : intent.machineCount)
}

/** Calls of all legs, each with the maximum number of its approval transactions. */
const plannedCalls = (legs: readonly Leg[], ability: WalletAbility): readonly PlannedCall[] =>
  stepsOfLegs(legs, { amount: 'max', way: 'transactions' }, ability).flatMap((steps, index) => {
    const leg = legs[index]
    if (leg === undefined) return []
    const approvals = steps.length - 1
    const pulls = leg.spends.some(({ amount, allowance }) => amount > 0n && allowance !== null)
    const isAllowed = pulls && approvals === 0
    return [{ kind: callKindOf(leg.intent), approvals, isAllowed, ...poweredBy(leg) }]
  })

/**
 * Legs of an intent that takes more than its own call: what is missing is swapped or wrapped first, and
 * bought machines are powered after it, if their electricity can be paid. Null: its own call is enough.
 * Throws what cannot be obtained (`balance`, `gas`), computed for all legs before the first.
 */
export const makeOutline = async (
  account: Address,
  intent: FreshIntent,
  required: Needs,
): Promise<Outline | null> => {
  if (isDirect(intent) && needsNoToken(intent)) return null
  const [config, client] = await Promise.all([loadConfig(), loadChainClient()])
  const [wallet, gasPrice, ability] = await Promise.all([
    readBalances(account),
    getGasPrice(client),
    readWalletAbility(client, account),
  ])
  const goal = await readGoal(intent, config, { account, required, wallet })
  if (goal === null) return null
  // A contract wallet's purchase is found by its order, not by a transaction that would name its machines.
  const goalLegs = ability.isContract ? (goal.withoutPower?.legs ?? goal.legs) : goal.legs
  const short = isShort(needsOf(goalLegs, required), wallet)
  const isSingle = !short && goalLegs.length === 1
  // Without gas for the cheapest transaction this is reported before a quote. A withdrawal's quote
  // holds its amount for minutes, so its whole fee is checked first.
  const cannotPayGas = !ability.isContract && wallet.BNB < TRANSACTION_GAS * gasPrice
  if (isSingle && !cannotPayGas && intent.kind !== 'withdraw') return null
  const ways = waysFor(intent)
  const exchange = short && ways === 'all' ? await readExchange() : null
  const solve = (drafts: readonly FreshLeg[]): Solution =>
    solveShortage({ needs: needsOf(drafts, required), wallet, exchange, ways })
  const whole = solve(goalLegs)
  const { withoutPower } = goal
  const rest = withoutPower === undefined ? null : { ...withoutPower, solution: solve(withoutPower.legs) }
  const unpowered = rest !== null && onlyElectricityMissing(whole, rest.solution) ? rest : null
  const { steps, missing } = unpowered?.solution ?? whole
  if (missing !== null) throw new FlowFailure({ code: 'balance', ...missing })
  const balance = wallet.BNB
  const estimateCost = async (
    prepared: readonly Preparation[],
    own: readonly FreshLeg[],
  ): Promise<LegsCost> => {
    const drafts = [...prepared.map((step) => draftOf(step, config)), ...own.map(withExpectedBurn)]
    const legs = await Promise.all(drafts.map((draft) => withSpends(client, config, { account, draft })))
    return { legs, cost: gasOf(plannedCalls(legs, ability)) * gasPrice }
  }
  const isUnpaid = ({ cost }: LegsCost): boolean => balance < cost && !ability.isContract
  let bought = unpowered
  let powerMissing = unpowered === null ? null : whole.missing
  let estimated = await estimateCost(steps, unpowered?.legs ?? goalLegs)
  if (isUnpaid(estimated) && unpowered === null && rest !== null && rest.solution.missing === null) {
    const alone = await estimateCost(rest.solution.steps, rest.legs)
    if (!isUnpaid(alone)) {
      const lack = { token: 'BNB', have: balance, need: estimated.cost } as const
      powerMissing = { ...lack, plain: [lack] }
      bought = rest
      estimated = alone
    }
  }
  const { legs, cost } = estimated
  if (isUnpaid(estimated)) throw new FlowFailure({ code: 'gas', have: balance, need: cost })
  if (isSingle) return null
  const parts = legs.map(
    ({ to, outgoing }) => `${to}:${outgoing.map(({ token, amount }) => `${amount}${token}`)}`,
  )
  return {
    id: `${intent.kind}:${parts.join(' ')}`,
    account,
    goal: bought?.intent ?? intent,
    ...(powerMissing === null ? {} : { powerMissing }),
    legs,
    incoming: goal.incoming,
    ability,
    gas: { cost, balance },
  }
}

/** Legs with their spends, and their network fee in wei. */
interface LegsCost {
  readonly legs: readonly Leg[]
  readonly cost: bigint
}
