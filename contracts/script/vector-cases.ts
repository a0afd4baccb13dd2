import type { TypedData } from 'viem'

/** Anvil's third published test key; it signs the vectors and nothing else. */
export const SIGNER_KEY = '0x5de4111afa1a4b94908f83103eb1f1706367c2e68ca870fc3fb9a804cdab365a'
const ACCOUNT = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const REFERRER = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'
const OTHER_ACCOUNT = '0x90F79bf6EB2c4f870365E785982E1f101E93b906'
export const DIGITAL_RIGHTS = '0x00000000000000000000000000000000000D1617'
export const VAULT = '0x000000000000000000000000000000000000fA17'

export const EXCHANGE = '0x00000000000000000000000000000000000e8c46'
/** Input and output token of the vectors' swap. */
const INPUT_TOKEN = '0x0000000000000000000000000000000000005d70'
const OUTPUT_TOKEN = '0x000000000000000000000000000000000000d700'

const uint = (name: string) => ({ name, type: 'uint256' })
const withdrawalFields = [
  { name: 'account', type: 'address' },
  ...['amount', 'burnAmount', 'orderId', 'nonce', 'deadline'].map(uint),
]
const powerFields = [
  { name: 'account', type: 'address' },
  ...['drAmount', 'USDRAmount'].map(uint),
  { name: 'referrer', type: 'address' },
  ...['nonce', 'deadline'].map(uint),
]
export const TYPES = {
  BuyMachine: [
    { name: 'account', type: 'address' },
    ...['usdtAmount', 'DRGVAmount', 'DRGVPrice', 'machineCount', 'nonce', 'deadline'].map(uint),
  ],
  ActivateMachine: [
    { name: 'account', type: 'address' },
    { name: 'machineIDs', type: 'uint256[]' },
    ...['DRGVAmount', 'DRGVPrice', 'Period', 'nonce', 'deadline'].map(uint),
  ],
  WithdrawDR: withdrawalFields,
  WithdrawUSDT: withdrawalFields,
  SwapToken: [
    { name: 'account', type: 'address' },
    ...['inputAmount', 'outputAmount'].map(uint),
    { name: 'inputTokenAddress', type: 'address' },
    { name: 'outputTokenAddress', type: 'address' },
    ...['orderId', 'nonce', 'deadline'].map(uint),
  ],
  BuyPODpower: powerFields,
  BuyPODpowerAgain: powerFields,
} as const satisfies TypedData

export type Case = {
  readonly name: string
  readonly primaryType: keyof typeof TYPES
  readonly chainId: number
  readonly message: Record<string, string | readonly string[]>
}

const units = (whole: number): string => (BigInt(whole) * 10n ** 18n).toString()
const machineIds = (purchase: bigint, count: number): string[] =>
  Array.from({ length: count }, (_, offset) => ((purchase << 7n) | BigInt(offset)).toString())

const buyTwo = {
  account: ACCOUNT,
  usdtAmount: units(160),
  DRGVAmount: units(400),
  DRGVPrice: '100000000000000000',
  machineCount: '2',
  nonce: '0',
  deadline: '1800000000',
}
export const CASES: readonly Case[] = [
  { name: 'buy two machines', primaryType: 'BuyMachine', chainId: 31337, message: buyTwo },
  {
    name: 'buy a hundred machines, all fields odd',
    primaryType: 'BuyMachine',
    chainId: 56,
    message: {
      account: OTHER_ACCOUNT,
      usdtAmount: '123456789012345678901',
      DRGVAmount: '987654321098765432109',
      DRGVPrice: '100000000000000001',
      machineCount: '100',
      nonce: '7',
      deadline: '1799999999',
    },
  },
  {
    name: 'activate three machines of purchase 1 for two periods',
    primaryType: 'ActivateMachine',
    chainId: 31337,
    message: {
      account: ACCOUNT,
      machineIDs: machineIds(1n, 3),
      DRGVAmount: units(36),
      DRGVPrice: '100000000000000000',
      Period: '2',
      nonce: '1',
      deadline: '1800000000',
    },
  },
  {
    name: 'activate one machine',
    primaryType: 'ActivateMachine',
    chainId: 97,
    message: {
      account: OTHER_ACCOUNT,
      machineIDs: machineIds(1n, 1),
      DRGVAmount: units(6),
      DRGVPrice: '99000000000000000',
      Period: '1',
      nonce: '0',
      deadline: '1800000001',
    },
  },
  {
    name: 'withdraw 1,000 DR',
    primaryType: 'WithdrawDR',
    chainId: 31337,
    message: {
      account: ACCOUNT,
      amount: units(1000),
      burnAmount: units(50),
      // UUID 019aa1b2-c3d4-7e5f-8a6b-7c8d9e0f1a2b
      orderId: BigInt('0x019aa1b2c3d47e5f8a6b7c8d9e0f1a2b').toString(),
      nonce: '3',
      deadline: '1800000000',
    },
  },
  {
    name: 'withdraw an odd amount of DR, the burn rounded down',
    primaryType: 'WithdrawDR',
    chainId: 56,
    message: {
      account: OTHER_ACCOUNT,
      amount: '100000000000000000019',
      burnAmount: '5000000000000000000',
      orderId: '1',
      nonce: '0',
      deadline: '1800000059',
    },
  },
  {
    name: 'buy POD power for the first time',
    primaryType: 'BuyPODpower',
    chainId: 31337,
    message: {
      account: ACCOUNT,
      drAmount: units(1000),
      USDRAmount: units(500),
      referrer: REFERRER,
      nonce: '4',
      deadline: '1800000000',
    },
  },
  {
    name: 'buy POD power again, all fields odd',
    primaryType: 'BuyPODpowerAgain',
    chainId: 56,
    message: {
      account: OTHER_ACCOUNT,
      drAmount: '123456789012345678901',
      USDRAmount: '61728394506172839451',
      referrer: REFERRER,
      nonce: '9',
      deadline: '1799999999',
    },
  },
  {
    name: 'withdraw 1,000 USDT, all fields odd',
    primaryType: 'WithdrawUSDT',
    chainId: 56,
    message: {
      account: OTHER_ACCOUNT,
      amount: '1000000000000000000019',
      burnAmount: '99700000000000000001',
      orderId: BigInt('0x019aa1b2c3d47e5f8a6b7c8d9e0f1a2b').toString(),
      nonce: '2',
      deadline: '1800000059',
    },
  },
  {
    name: 'swap 100 USDT for USDR',
    primaryType: 'SwapToken',
    chainId: 31337,
    message: {
      account: ACCOUNT,
      inputAmount: units(100),
      outputAmount: '99700000000000000000',
      inputTokenAddress: INPUT_TOKEN,
      outputTokenAddress: OUTPUT_TOKEN,
      orderId: BigInt('0x019aa1b2c3d47e5f8a6b7c8d9e0f1a2c').toString(),
      nonce: '5',
      deadline: '1800000000',
    },
  },
]
