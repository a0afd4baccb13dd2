/**
 * EIP-712 typed data of off-chain signatures about an account. App and server build it independently from
 * their own data, so that only data built by the app is signed (ADR 0021). `orderId` is issued by the
 * server for one use; `deadline` is Unix seconds. The domain names the deployment by its main contract.
 */
import { orderIdToUint } from './order-id.ts'

type Hex = `0x${string}`

/** EIP-712 types by primary type. */
export const ACCOUNT_TYPES = {
  BindEmail: [
    { name: 'account', type: 'address' },
    { name: 'email', type: 'string' },
    { name: 'orderId', type: 'uint256' },
    { name: 'deadline', type: 'uint256' },
  ],
  ResetPaymentPassword: [
    { name: 'account', type: 'address' },
    { name: 'orderId', type: 'uint256' },
    { name: 'deadline', type: 'uint256' },
  ],
} as const

/** Issued by the server for one signature. */
export interface SigningOrder {
  readonly orderId: string
  /** Unix seconds. */
  readonly deadline: number
}

export interface AccountDomain {
  readonly chainId: number
  /** DigitalRights. */
  readonly contract: Hex
}

/** The domain without its deployment. */
export const ACCOUNT_DOMAIN = { name: 'Digital Rights Account', version: '1' } as const

const domainOf = ({ chainId, contract }: AccountDomain) =>
  ({ ...ACCOUNT_DOMAIN, chainId, verifyingContract: contract }) as const

const endOf = ({ orderId, deadline }: SigningOrder) => ({
  orderId: orderIdToUint(orderId),
  deadline: BigInt(deadline),
})

export const bindEmailTypedData = (
  domain: AccountDomain,
  order: SigningOrder,
  message: { readonly account: Hex; readonly email: string },
) => ({
  domain: domainOf(domain),
  types: { BindEmail: ACCOUNT_TYPES.BindEmail },
  primaryType: 'BindEmail' as const,
  message: { ...message, ...endOf(order) },
})

export const resetPasswordTypedData = (
  domain: AccountDomain,
  order: SigningOrder,
  message: { readonly account: Hex },
) => ({
  domain: domainOf(domain),
  types: { ResetPaymentPassword: ACCOUNT_TYPES.ResetPaymentPassword },
  primaryType: 'ResetPaymentPassword' as const,
  message: { ...message, ...endOf(order) },
})
