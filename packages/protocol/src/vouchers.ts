/**
 * Every voucher by its kind (docs/product.md 5): who takes it, what is signed, and which tokens its call
 * moves. Server, app and tests derive what they know of a kind from here; values are checked against the
 * chain where vouchers are signed and sent.
 */
import type { Token } from './amounts.ts'
import { SWAP_VOUCHER_LIFETIME_SECONDS, VOUCHER_LIFETIME_SECONDS } from './constants.ts'
import type { Stoppable } from './parameters.ts'

/** An EIP-712 field. The order of a kind's fields is its type hash, and the order of its call's arguments. */
interface Field {
  readonly name: string
  readonly type: 'address' | 'uint256' | 'uint256[]'
}

/**
 * Base units of a token that the call moves: a field of the message, less another where the contract burns
 * it.
 */
interface Moved {
  /** Or the field that holds the token's address. */
  readonly token: Token | { readonly field: string }
  readonly amount: string
  readonly less?: string
}

export interface VoucherSpec {
  /** EIP-712 primary type. */
  readonly primaryType: string
  /**
   * Contract that takes it, and the EIP-712 domain's `name`, version "1"; there are three withdrawal vaults.
   */
  readonly contract: 'DigitalRights' | 'Exchange' | 'WithdrawalVault'
  /** The contract's function: it takes the fields without account and nonce, then the signature. */
  readonly functionName: string
  readonly fields: readonly Field[]
  /** Pulled out of the wallet, at most. */
  readonly outgoing: readonly Moved[]
  /** Sent to the wallet. */
  readonly reaches: readonly Moved[]
  readonly lifetimeSeconds: number
  /**
   * Gas of the whole transaction, as the contracts' own tests bound it: the dearest use, an account's first
   * (contracts/test/gas/FirstUse.t.sol). `again` (Gas.t.sol): where an allowance that exists shows that it
   * was done before, since the contract takes no other call.
   */
  readonly gas: { readonly first: number; readonly again?: number }
  /** What operators stop it by. */
  readonly stoppable: Stoppable
}

const uint = <const Name extends string>(name: Name) => ({ name, type: 'uint256' }) as const
const address = <const Name extends string>(name: Name) => ({ name, type: 'address' }) as const
const account = address('account')
const end = [uint('nonce'), uint('deadline')] as const

const podPower = {
  contract: 'DigitalRights',
  fields: [account, uint('drAmount'), uint('USDRAmount'), address('referrer'), ...end],
  outgoing: [
    { token: 'DR', amount: 'drAmount' },
    { token: 'USDR', amount: 'USDRAmount' },
  ],
  reaches: [],
  lifetimeSeconds: VOUCHER_LIFETIME_SECONDS,
  gas: { first: 158_000 },
  stoppable: 'buy-pod-power',
} as const

const withdrawal = {
  contract: 'WithdrawalVault',
  fields: [account, uint('amount'), uint('burnAmount'), uint('orderId'), ...end],
  lifetimeSeconds: VOUCHER_LIFETIME_SECONDS,
} as const

export const VOUCHERS = {
  'buy-machine': {
    primaryType: 'BuyMachine',
    contract: 'DigitalRights',
    functionName: 'buyMachine',
    fields: [
      account,
      uint('usdtAmount'),
      uint('DRGVAmount'),
      uint('DRGVPrice'),
      uint('machineCount'),
      ...end,
    ],
    outgoing: [
      { token: 'USDT', amount: 'usdtAmount' },
      { token: 'DRGV', amount: 'DRGVAmount' },
    ],
    reaches: [],
    lifetimeSeconds: VOUCHER_LIFETIME_SECONDS,
    gas: { first: 156_000 },
    stoppable: 'buy-machine',
  },
  'activate-machine': {
    primaryType: 'ActivateMachine',
    contract: 'DigitalRights',
    functionName: 'activateMachine',
    fields: [
      account,
      { name: 'machineIDs', type: 'uint256[]' },
      uint('DRGVAmount'),
      uint('DRGVPrice'),
      uint('Period'),
      ...end,
    ],
    outgoing: [{ token: 'DRGV', amount: 'DRGVAmount' }],
    reaches: [],
    lifetimeSeconds: VOUCHER_LIFETIME_SECONDS,
    /** Of one machine. */
    gas: { first: 105_000 },
    stoppable: 'activate-machine',
  },
  'buy-pod-power': { primaryType: 'BuyPODpower', functionName: 'buyPODpower', ...podPower },
  'buy-pod-power-again': { primaryType: 'BuyPODpowerAgain', functionName: 'buyPODpowerAgain', ...podPower },
  'swap-token': {
    primaryType: 'SwapToken',
    contract: 'Exchange',
    functionName: 'swapToken',
    fields: [
      account,
      uint('inputAmount'),
      uint('outputAmount'),
      address('inputTokenAddress'),
      address('outputTokenAddress'),
      uint('orderId'),
      ...end,
    ],
    outgoing: [{ token: { field: 'inputTokenAddress' }, amount: 'inputAmount' }],
    reaches: [{ token: { field: 'outputTokenAddress' }, amount: 'outputAmount' }],
    lifetimeSeconds: SWAP_VOUCHER_LIFETIME_SECONDS,
    gas: { first: 233_000, again: 139_400 },
    stoppable: 'swap-token',
  },
  'withdraw-dr': {
    primaryType: 'WithdrawDR',
    functionName: 'withdrawDR',
    ...withdrawal,
    outgoing: [],
    reaches: [{ token: 'DR', amount: 'amount', less: 'burnAmount' }],
    gas: { first: 197_000 },
    stoppable: 'withdraw-dr',
  },
  'withdraw-usdt': {
    primaryType: 'WithdrawUSDT',
    functionName: 'withdrawUSDT',
    ...withdrawal,
    outgoing: [{ token: 'DR', amount: 'burnAmount' }],
    reaches: [{ token: 'USDT', amount: 'amount' }],
    gas: { first: 231_000, again: 128_000 },
    stoppable: 'withdraw-usdt',
  },
} as const satisfies Record<string, VoucherSpec>

export type VoucherKind = keyof typeof VOUCHERS
export const VOUCHER_KINDS = Object.keys(VOUCHERS) as VoucherKind[]

/** A kind's registry entry, as every kind has it. */
export const voucherSpec = (kind: VoucherKind): VoucherSpec => VOUCHERS[kind]

/** The fields that a kind's call takes, in its order: the contract knows account and nonce itself. */
export const argumentFields = (kind: VoucherKind): readonly Field[] =>
  voucherSpec(kind).fields.filter(({ name }) => name !== 'account' && name !== 'nonce')

type ByType = { [Kind in VoucherKind as (typeof VOUCHERS)[Kind]['primaryType']]: Kind }
export type VoucherType = keyof ByType

/** The kind that a primary type belongs to. */
export const KIND_OF_TYPE = Object.fromEntries(
  VOUCHER_KINDS.map((kind) => [VOUCHERS[kind].primaryType, kind]),
) as ByType

/** The contract that takes vouchers of a primary type; the name of their EIP-712 domain. */
export const contractOfType = (type: VoucherType): VoucherSpec['contract'] =>
  VOUCHERS[KIND_OF_TYPE[type]].contract

/** EIP-712 types by primary type; `vectors/typed-data.json` pins their digests for TypeScript and Foundry. */
export const VOUCHER_TYPES = Object.fromEntries(
  VOUCHER_KINDS.map((kind) => [VOUCHERS[kind].primaryType, VOUCHERS[kind].fields]),
) as { [Type in VoucherType]: (typeof VOUCHERS)[ByType[Type]]['fields'] }

type Value<Type extends Field['type']> = Type extends 'uint256'
  ? bigint
  : Type extends 'uint256[]'
    ? readonly bigint[]
    : `0x${string}`

/** The signed fields of a kind, as numbers and addresses. */
export type VoucherMessage<Kind extends VoucherKind = VoucherKind> = {
  [K in Kind]: { readonly kind: K } & {
    readonly [F in (typeof VOUCHERS)[K]['fields'][number] as F['name']]: Value<F['type']>
  }
}[Kind]
