import { MACHINE_BATCH_MAX } from '@dr/protocol/constants'
import { electricityFee, machineCost } from '@dr/protocol/rules/machine-cost'
import { podPowerCost } from '@dr/protocol/rules/pod-power-cost'
import { TOKENS, type Token } from '@dr/protocol/tokens'
import type { Address } from 'viem'
import { getGasPrice } from 'viem/actions'
import { callApi } from '../../../api/client.ts'
import { type Config, loadConfig } from '../../../api/config.ts'
import { ApiError } from '../../../api/errors.ts'
import { activationOf, gasOf, type PlannedCall, TRANSACTION_GAS } from '../../../chain/calls/gas.rules.ts'
import { takesPermit } from '../../../chain/calls/permit.ts'
import { type ChainClient, loadChainClient } from '../../../chain/reads/public-client.ts'
import { readBalances } from '../../../chain/reads/read-balances.ts'
import { readSpend } from '../../../chain/reads/read-spend.ts'
import {
  onlyElectricityMissing,
  podPowerTakes,
  purchaseTakes,
} from '../../../chain/shortage/purchase.rules.ts'
import {
  type Exchange,
  type Holdings,
  isShort,
  type Needs,
  type Preparation,
  type Solution,
  solveShortage,
  type Ways,
  withHeadroom,
} from '../../../chain/shortage/shortage.rules.ts'
import type { TokenAmount } from '../../../chain/vouchers/voucher-tokens.ts'
import { readWalletAbility, type WalletAbility } from '../../../chain/wallet/wallet-ability.ts'
import { FlowFailure } from '../flow/failure.ts'
import { directCall, isDirect } from './direct-call.ts'
import { stepsOfLegs } from './leg-steps.ts'
import { kindOfLeg, type Leg, type Outline, type OutlineIncoming } from './outline.ts'
import type { FreshIntent } from './plan.ts'
import { callKindOf } from './plan-kind.ts'

/** A leg before the chain is asked about what it spends. */
type Draft = Omit<Leg, 'spends'>

/** What is asked for, at today's public prices: its own leg, what follows from it, and what comes. */
interface Goal {
  readonly legs: readonly Draft[]
  /** Of a purchase that is powered: the same without its electricity. */
  readonly withoutPower?: { readonly intent: FreshIntent; readonly legs: readonly Draft[] }
  readonly incoming: readonly OutlineIncoming[]
}

const some = (amounts: Needs): readonly TokenAmount[] =>
  TOKENS.flatMap((token) => {
    const amount = amounts[token] ?? 0n
    return amount > 0n ? [{ token, amount }] : []
  })

async function purchase(
  intent: Extract<FreshIntent, { kind: 'buyMachine' }>,
  { contracts }: Config,
  wallet: Holdings,
): Promise<Goal | null> {
  const [{ items }, { DRGV }] = await Promise.all([callApi('products'), callApi('drgvPrice')])
  const product = items.find(({ productId }) => productId === intent.productId)
  if (product === undefined) return null
  const machineCount = Math.min(intent.machineCount, MACHINE_BATCH_MAX)
  const { usdtAmount, drgvAmount } = machineCost({
    price: BigInt(product.price),
    drgvShareBps: product.drgvShareBps,
    machineCount,
    drgvPrice: BigInt(DRGV.price),
  })
  const to = contracts.DigitalRights as Address
  const fee = electricityFee({ machines: machineCount, periods: 1 })
  /** `electricity`: what is paid after it, out of the same DRGV. */
  const buyOutgoing = (electricity: bigint): Omit<Draft, 'intent'> => ({
    isGoal: true,
    to,
    outgoing: some(purchaseTakes({ usdt: usdtAmount, drgv: drgvAmount, electricity }, wallet)),
    gives: [],
  })
  // A purchase that is split is powered from the backpack, once all of it is there.
  const powered = intent.power === true && machineCount === intent.machineCount
  const power: Draft = {
    intent: { kind: 'activateBought', machineCount, Period: 1 },
    isGoal: false,
    to,
    outgoing: some({ DRGV: fee }),
    gives: [],
  }
  const { name } = product
  const incoming: OutlineIncoming = {
    kind: 'machines',
    count: machineCount,
    name,
    power: BigInt(product.power * machineCount),
  }
  if (!powered) return { legs: [{ intent, ...buyOutgoing(0n) }], incoming: [incoming] }
  const alone: FreshIntent = { ...intent, power: false }
  return {
    legs: [{ intent, ...buyOutgoing(fee) }, power],
    withoutPower: { intent: alone, legs: [{ intent: alone, ...buyOutgoing(0n) }] },
    incoming: [incoming],
  }
}

async function podPower(
  intent: Extract<FreshIntent, { kind: 'buyPODpower' }>,
  { contracts }: Config,
  wallet: Holdings,
): Promise<Goal | null> {
  const { usdrShareBps, powerBps, prices } = await callApi('podPowerConfig')
  if (prices === null) return null
  const terms = {
    usdrShareBps: BigInt(usdrShareBps),
    powerBps: BigInt(powerBps),
    drPrice: BigInt(prices.lower),
  }
  const { usdrAmount, power } = podPowerCost(intent.drAmount, terms)
  const { DR, USDR } = podPowerTakes({ drAmount: intent.drAmount, usdrAmount }, wallet)
  // In the order of the voucher's own fields, which is that of its approvals.
  const outgoing: readonly TokenAmount[] = [
    { token: 'DR', amount: DR },
    { token: 'USDR', amount: USDR },
  ]
  return {
    legs: [{ intent, isGoal: true, to: contracts.DigitalRights as Address, outgoing, gives: [] }],
    incoming: [{ kind: 'pod', power }],
  }
}

/**
 * Null: nothing is to be said of it before its quote. `required`: what the server said the wallet would have
 * to hold, where only the server knows (the burn of a withdrawal, electricity of all machines).
 */
async function goalOf(
  intent: FreshIntent,
  config: Config,
  {
    account,
    required,
    wallet,
  }: { readonly account: Address; readonly required: Needs; readonly wallet: Holdings },
): Promise<Goal | null> {
  const { contracts } = config
  const one = (to: string | undefined, outgoing: Needs, incoming: readonly OutlineIncoming[]): Goal => ({
    legs: [{ intent, isGoal: true, to: (to ?? '') as Address, outgoing: some(outgoing), gives: [] }],
    incoming,
  })
  if (isDirect(intent)) {
    const { call, outgoing, incoming } = directCall(intent, account, config)
    const goal: Draft = { intent, isGoal: true, to: call.to, outgoing, gives: [] }
    return { legs: [goal], incoming: incoming.map((token) => ({ kind: 'token', ...token })) }
  }
  switch (intent.kind) {
    case 'buyMachine':
      return purchase(intent, config, wallet)
    case 'buyPODpower':
      return podPower(intent, config, wallet)
    case 'activateMachine': {
      const count = 'machineIDs' in intent ? Math.min(intent.machineIDs.length, MACHINE_BATCH_MAX) : null
      const fee =
        count === null ? (required.DRGV ?? 0n) : electricityFee({ machines: count, periods: intent.Period })
      return one(
        contracts.DigitalRights,
        { DRGV: fee },
        count === null ? [] : [{ kind: 'machines-powered', count, Period: intent.Period }],
      )
    }
    case 'withdraw':
      return one(contracts.withdrawalVaults[intent.account], { DR: withHeadroom(required.DR ?? 0n) }, [
        { kind: 'token', token: intent.token, amount: intent.amount },
      ])
    case 'swapToken':
      return one(contracts.Exchange, { [intent.input]: intent.inputAmount }, [])
  }
}

const needsOf = (legs: readonly Draft[], required: Needs): Needs => {
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

/** Null where the exchange cannot be read or has no price: what it would give is then missing. */
async function readExchange(): Promise<Exchange> {
  try {
    return await callApi('swapTokens')
  } catch (error) {
    if (error instanceof ApiError && error.kind === 'server') return null
    throw error
  }
}

function draftOf({ kind, input, output, pays, gives }: Preparation, { contracts }: Config): Draft {
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
  { account, draft }: { readonly account: Address; readonly draft: Draft },
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

/**
 * With what a withdrawal is likely to burn, where the server has not said it yet: that may take an approval.
 */
const withExpectedBurn = (draft: Draft): Draft =>
  draft.intent.kind === 'withdraw' && draft.outgoing.length === 0
    ? { ...draft, outgoing: some({ DR: draft.intent.walletBurn }) }
    : draft

/** Machines that a leg pays electricity for. Those it bought are from one purchase. */
const poweredBy = ({ intent }: Leg): Pick<PlannedCall, 'machines' | 'purchases'> => {
  if (intent.kind === 'activateBought') return { machines: intent.machineCount }
  if (intent.kind !== 'activateMachine') return {}
  return activationOf('machineIDs' in intent ? intent.machineIDs : intent.machineCount)
}

/** The calls of all legs, each with the transactions that its approvals take at most. */
const plannedCalls = (legs: readonly Leg[], ability: WalletAbility): readonly PlannedCall[] =>
  stepsOfLegs(legs, { amount: 'max', way: 'transactions' }, ability).flatMap((steps, index) => {
    const leg = legs[index]
    if (leg === undefined) return []
    const token = leg.intent.kind === 'withdraw' ? leg.intent.token : 'USDT'
    const approvals = steps.length - 1
    const pulls = leg.spends.some(({ amount, allowance }) => amount > 0n && allowance !== null)
    const isAllowed = pulls && approvals === 0
    return [{ kind: callKindOf(kindOfLeg(leg), token), approvals, isAllowed, ...poweredBy(leg) }]
  })

/**
 * The legs that an intent takes out of this wallet, when it takes more than its own call: what is missing is
 * swapped or wrapped first, and bought machines are powered after it, where their electricity can be paid.
 * Null: its own call is enough. Throws what is really missing (`balance`, `gas`), reckoned for all legs
 * before the first one.
 */
export async function makeOutline(
  account: Address,
  intent: FreshIntent,
  required: Needs,
): Promise<Outline | null> {
  if (intent.kind === 'revokeApproval' || intent.kind === 'claimDraw') return null
  const [config, client] = await Promise.all([loadConfig(), loadChainClient()])
  const [wallet, gasPrice, ability] = await Promise.all([
    readBalances(account),
    getGasPrice(client),
    readWalletAbility(client, account),
  ])
  const goal = await goalOf(intent, config, { account, required, wallet })
  if (goal === null) return null
  // A shared wallet's purchase is found by its order, not by a transaction that would name its machines.
  const asked = ability.isContract ? (goal.withoutPower?.legs ?? goal.legs) : goal.legs
  const short = isShort(needsOf(asked, required), wallet)
  const isSingle = !short && asked.length === 1
  // Where not even the cheapest transaction can be sent, that is said before a quote. A withdrawal's quote
  // holds its amount for minutes: there the whole fee is made sure of first.
  const penniless = !ability.isContract && wallet.BNB < TRANSACTION_GAS * gasPrice
  if (isSingle && !penniless && intent.kind !== 'withdraw') return null
  const ways = waysFor(intent)
  const exchange = short && ways === 'all' ? await readExchange() : null
  const solve = (drafts: readonly Draft[]): Solution =>
    solveShortage({ needs: needsOf(drafts, required), wallet, exchange, ways })
  const whole = solve(asked)
  const { withoutPower } = goal
  const rest = withoutPower === undefined ? null : { ...withoutPower, solution: solve(withoutPower.legs) }
  const unpowered = rest !== null && onlyElectricityMissing(whole, rest.solution) ? rest : null
  const { steps, missing } = unpowered?.solution ?? whole
  if (missing !== null) throw new FlowFailure({ code: 'balance', ...missing })
  const balance = wallet.BNB
  const reckon = async (prepared: readonly Preparation[], own: readonly Draft[]): Promise<Reckoned> => {
    const drafts = [...prepared.map((step) => draftOf(step, config)), ...own.map(withExpectedBurn)]
    const legs = await Promise.all(drafts.map((draft) => withSpends(client, config, { account, draft })))
    return { legs, cost: gasOf(plannedCalls(legs, ability)) * gasPrice }
  }
  const isUnpaid = ({ cost }: Reckoned): boolean => balance < cost && !ability.isContract
  let bought = unpowered
  let powerMissing = unpowered === null ? null : whole.missing
  let reckoned = await reckon(steps, unpowered?.legs ?? asked)
  if (isUnpaid(reckoned) && unpowered === null && rest !== null && rest.solution.missing === null) {
    const alone = await reckon(rest.solution.steps, rest.legs)
    if (!isUnpaid(alone)) {
      powerMissing = { token: 'BNB', have: balance, need: reckoned.cost }
      bought = rest
      reckoned = alone
    }
  }
  const { legs, cost } = reckoned
  if (isUnpaid(reckoned)) throw new FlowFailure({ code: 'gas', have: balance, need: cost })
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

/** Legs with what they spend, and their network fee in wei. */
interface Reckoned {
  readonly legs: readonly Leg[]
  readonly cost: bigint
}
