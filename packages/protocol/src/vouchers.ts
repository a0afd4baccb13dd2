/**
 * Registry of voucher kinds (docs/product.md 5): the contract, the signed fields, and the tokens that its
 * call moves. Server, app and tests derive their knowledge of a kind from it; values are checked against
 * the chain when vouchers are signed and sent.
 */
import type { Token } from './amounts.ts'
import { SWAP_VOUCHER_LIFETIME_SECONDS, VOUCHER_LIFETIME_SECONDS } from './constants.ts'
import type { Stoppable } from './parameters.ts'

/**
 * An EIP-712 field. The order of a kind's fields determines its type hash and the order of its call's
 * arguments.
 */
interface Field {
  readonly name: string
  readonly type: 'address' | 'uint256' | 'uint256[]'
}

/**
 * Base units of a token that the call moves: a field of the message, less another if the contract burns
 * that.
 */
interface Moved {
  /** Token, or the field with the token's address. */
  readonly token: Token | { readonly field: string }
  readonly amount: string
  readonly less?: string
}

export interface VoucherSpec {
  /** EIP-712 primary type. */
  readonly primaryType: string
  /**
   * Contract that accepts it, and the EIP-712 domain's `name`, version "1"; there are three withdrawal
   * vaults.
   */
  readonly contract: 'DigitalRights' | 'Exchange' | 'WithdrawalVault'
  /** Function of the contract: it takes the fields without account and nonce, then the signature. */
  readonly functionName: string
  readonly fields: readonly Field[]
  /** Maximum amounts pulled out of the wallet. */
  readonly outgoing: readonly Moved[]
  /** Amounts sent to the wallet. */
  readonly reaches: readonly Moved[]
  readonly lifetimeSeconds: number
  /**
   * Maximum gas of the whole transaction, tested with the contracts: the most expensive case, an account's
   * first use (contracts/test/gas/FirstUse.t.sol). `again` (Gas.t.sol): if an existing allowance shows an
   * earlier use, since the contract accepts no other call.
   */
  readonly gas: { readonly first: number; readonly again?: number }
  /** Name by which operators stop it. */
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
    /** For one machine. */
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

/** Registry entry of a kind. */
export const voucherSpec = (kind: VoucherKind): VoucherSpec => VOUCHERS[kind]

/** Fields in the call of a kind, in order: the contract knows account and nonce itself. */
export const argumentFields = (kind: VoucherKind): readonly Field[] =>
  voucherSpec(kind).fields.filter(({ name }) => name !== 'account' && name !== 'nonce')

type ByType = { [Kind in VoucherKind as (typeof VOUCHERS)[Kind]['primaryType']]: Kind }
export type VoucherType = keyof ByType

/** Kind of each primary type. */
export const KIND_OF_TYPE = Object.fromEntries(
  VOUCHER_KINDS.map((kind) => [VOUCHERS[kind].primaryType, kind]),
) as ByType

/** Contract that accepts vouchers of a primary type; the name of their EIP-712 domain. */
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

/** Signed fields of a kind, as numbers and addresses. */
export type VoucherMessage<Kind extends VoucherKind = VoucherKind> = {
  [K in Kind]: { readonly kind: K } & {
    readonly [F in (typeof VOUCHERS)[K]['fields'][number] as F['name']]: Value<F['type']>
  }
}[Kind]
