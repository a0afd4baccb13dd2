/**
 * EIP-712 types of every voucher (PRODUCT.md 5). The field order is the contract's type hash; a vectors file
 * (`vectors/typed-data.json`) pins the digests for both TypeScript and Foundry.
 */
const withdrawalFields = [
  { name: 'account', type: 'address' },
  { name: 'amount', type: 'uint256' },
  { name: 'burnAmount', type: 'uint256' },
  { name: 'orderId', type: 'uint256' },
  { name: 'nonce', type: 'uint256' },
  { name: 'deadline', type: 'uint256' },
] as const

const podPowerFields = [
  { name: 'account', type: 'address' },
  { name: 'drAmount', type: 'uint256' },
  { name: 'USDRAmount', type: 'uint256' },
  { name: 'referrer', type: 'address' },
  { name: 'nonce', type: 'uint256' },
  { name: 'deadline', type: 'uint256' },
] as const

export const VOUCHER_TYPES = {
  BuyMachine: [
    { name: 'account', type: 'address' },
    { name: 'usdtAmount', type: 'uint256' },
    { name: 'DRGVAmount', type: 'uint256' },
    { name: 'DRGVPrice', type: 'uint256' },
    { name: 'machineCount', type: 'uint256' },
    { name: 'nonce', type: 'uint256' },
    { name: 'deadline', type: 'uint256' },
  ],
  ActivateMachine: [
    { name: 'account', type: 'address' },
    { name: 'machineIDs', type: 'uint256[]' },
    { name: 'DRGVAmount', type: 'uint256' },
    { name: 'DRGVPrice', type: 'uint256' },
    { name: 'Period', type: 'uint256' },
    { name: 'nonce', type: 'uint256' },
    { name: 'deadline', type: 'uint256' },
  ],
  BuyPODpower: podPowerFields,
  BuyPODpowerAgain: podPowerFields,
  SwapToken: [
    { name: 'account', type: 'address' },
    { name: 'inputAmount', type: 'uint256' },
    { name: 'outputAmount', type: 'uint256' },
    { name: 'inputTokenAddress', type: 'address' },
    { name: 'outputTokenAddress', type: 'address' },
    { name: 'orderId', type: 'uint256' },
    { name: 'nonce', type: 'uint256' },
    { name: 'deadline', type: 'uint256' },
  ],
  WithdrawDR: withdrawalFields,
  WithdrawUSDT: withdrawalFields,
} as const

export type VoucherType = keyof typeof VOUCHER_TYPES

/** Contract whose domain a voucher is signed for; the EIP-712 domain's `name`, version "1". */
export const VOUCHER_DOMAIN_NAME = {
  BuyMachine: 'DigitalRights',
  ActivateMachine: 'DigitalRights',
  BuyPODpower: 'DigitalRights',
  BuyPODpowerAgain: 'DigitalRights',
  SwapToken: 'Exchange',
  WithdrawDR: 'WithdrawalVault',
  WithdrawUSDT: 'WithdrawalVault',
} as const satisfies Record<VoucherType, string>
