import { readFileSync, writeFileSync } from 'node:fs'
import { hashTypedData, type TypedData } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'

/**
 * Writes packages/protocol/vectors/: what contracts and TypeScript must agree on, worked out here a third way (digests by
 * viem, times and amounts by plain integer arithmetic). With `--check` it writes nothing and fails when a file is stale.
 */
const FOLDER = new URL('../../packages/protocol/vectors/', import.meta.url)

/** Anvil's third published test key; it signs the vectors and nothing else. */
const SIGNER_KEY = '0x5de4111afa1a4b94908f83103eb1f1706367c2e68ca870fc3fb9a804cdab365a'
const ACCOUNT = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const REFERRER = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'
const OTHER_ACCOUNT = '0x90F79bf6EB2c4f870365E785982E1f101E93b906'
const DIGITAL_RIGHTS = '0x00000000000000000000000000000000000D1617'
const VAULT = '0x000000000000000000000000000000000000fA17'

const EXCHANGE = '0x00000000000000000000000000000000000e8c46'
/** Where the vectors' swap has its USDT and its USDR. */
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
const TYPES = {
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

type Case = {
  readonly name: string
  readonly primaryType: keyof typeof TYPES
  readonly chainId: number
  readonly message: Record<string, string | readonly string[]>
}

const units = (whole: number): string => (BigInt(whole) * 10n ** 18n).toString()
const machineIds = (purchase: bigint, count: number): string[] =>
  Array.from({ length: count }, (_, offset) => ((purchase << 7n) | BigInt(offset)).toString())

const buyTwo = {
  ...{ account: ACCOUNT, usdtAmount: units(160), DRGVAmount: units(400), DRGVPrice: '100000000000000000' },
  ...{ machineCount: '2', nonce: '0', deadline: '1800000000' },
}
const CASES: readonly Case[] = [
  { name: 'buy two machines', primaryType: 'BuyMachine', chainId: 31337, message: buyTwo },
  {
    name: 'buy a hundred machines, all fields odd',
    primaryType: 'BuyMachine',
    chainId: 56,
    message: {
      ...{ account: OTHER_ACCOUNT, usdtAmount: '123456789012345678901', DRGVAmount: '987654321098765432109' },
      ...{ DRGVPrice: '100000000000000001', machineCount: '100', nonce: '7', deadline: '1799999999' },
    },
  },
  {
    name: 'activate three machines of purchase 1 for two periods',
    primaryType: 'ActivateMachine',
    chainId: 31337,
    message: {
      ...{ account: ACCOUNT, machineIDs: machineIds(1n, 3), DRGVAmount: units(36) },
      ...{ DRGVPrice: '100000000000000000', Period: '2', nonce: '1', deadline: '1800000000' },
    },
  },
  {
    name: 'activate one machine',
    primaryType: 'ActivateMachine',
    chainId: 97,
    message: {
      ...{ account: OTHER_ACCOUNT, machineIDs: machineIds(1n, 1), DRGVAmount: units(6) },
      ...{ DRGVPrice: '99000000000000000', Period: '1', nonce: '0', deadline: '1800000001' },
    },
  },
  {
    name: 'withdraw 1,000 DR',
    primaryType: 'WithdrawDR',
    chainId: 31337,
    message: {
      ...{ account: ACCOUNT, amount: units(1000), burnAmount: units(50) },
      // UUID 019aa1b2-c3d4-7e5f-8a6b-7c8d9e0f1a2b
      ...{
        orderId: BigInt('0x019aa1b2c3d47e5f8a6b7c8d9e0f1a2b').toString(),
        nonce: '3',
        deadline: '1800000000',
      },
    },
  },
  {
    name: 'withdraw an odd amount of DR, the burn rounded down',
    primaryType: 'WithdrawDR',
    chainId: 56,
    message: {
      ...{ account: OTHER_ACCOUNT, amount: '100000000000000000019', burnAmount: '5000000000000000000' },
      ...{ orderId: '1', nonce: '0', deadline: '1800000059' },
    },
  },
]

/** Kinds the server does not issue yet: a file of their own until packages/protocol knows their types. */
const MONEY_CASES: readonly Case[] = [
  {
    name: 'buy POD power for the first time',
    primaryType: 'BuyPODpower',
    chainId: 31337,
    message: {
      ...{ account: ACCOUNT, drAmount: units(1000), USDRAmount: units(500), referrer: REFERRER },
      ...{ nonce: '4', deadline: '1800000000' },
    },
  },
  {
    name: 'buy POD power again, all fields odd',
    primaryType: 'BuyPODpowerAgain',
    chainId: 56,
    message: {
      ...{ account: OTHER_ACCOUNT, drAmount: '123456789012345678901', USDRAmount: '61728394506172839451' },
      ...{ referrer: REFERRER, nonce: '9', deadline: '1799999999' },
    },
  },
  {
    name: 'withdraw 1,000 USDT, all fields odd',
    primaryType: 'WithdrawUSDT',
    chainId: 56,
    message: {
      ...{ account: OTHER_ACCOUNT, amount: '1000000000000000000019', burnAmount: '99700000000000000001' },
      ...{ orderId: BigInt('0x019aa1b2c3d47e5f8a6b7c8d9e0f1a2b').toString(), nonce: '2' },
      ...{ deadline: '1800000059' },
    },
  },
  {
    name: 'swap 100 USDT for USDR',
    primaryType: 'SwapToken',
    chainId: 31337,
    message: {
      ...{ account: ACCOUNT, inputAmount: units(100), outputAmount: '99700000000000000000' },
      ...{ inputTokenAddress: INPUT_TOKEN, outputTokenAddress: OUTPUT_TOKEN },
      ...{ orderId: BigInt('0x019aa1b2c3d47e5f8a6b7c8d9e0f1a2c').toString(), nonce: '5' },
      ...{ deadline: '1800000000' },
    },
  },
]

/** The contract a voucher is for, as the domain names it. */
const verifierOf = (primaryType: string): { name: string; verifyingContract: `0x${string}` } => {
  if (primaryType.startsWith('Withdraw')) return { name: 'WithdrawalVault', verifyingContract: VAULT }
  if (primaryType === 'SwapToken') return { name: 'Exchange', verifyingContract: EXCHANGE }
  return { name: 'DigitalRights', verifyingContract: DIGITAL_RIGHTS }
}

const typedDataVectors = async (cases: readonly Case[]) => {
  const signer = privateKeyToAccount(SIGNER_KEY)
  const vectors = cases.map(async ({ name, primaryType, chainId, message }) => {
    const { name: verifier, verifyingContract } = verifierOf(primaryType)
    const domain = { name: verifier, version: '1', chainId, verifyingContract }
    const typed = { domain, types: TYPES, primaryType, message } as unknown as Parameters<
      typeof hashTypedData
    >[0]
    const type = `${primaryType}(${TYPES[primaryType].map((field) => `${field.type} ${field.name}`).join(',')})`
    const signature = await signer.signTypedData(typed)
    return { name, domain, primaryType, type, message, digest: hashTypedData(typed), signature }
  })
  return { signer: signer.address, vectors: await Promise.all(vectors) }
}

const DAY = 86_400n
const ERA = 730n * DAY

/** Base units of DR emitted after `elapsed` seconds: whole eras at 50,000 DR a day halved each, and the part of the last. */
const emitted = (elapsed: bigint): bigint => {
  let sum = 0n
  for (let era = 0n; era * ERA < elapsed; era += 1n) {
    const seconds = elapsed < (era + 1n) * ERA ? elapsed - era * ERA : ERA
    const rate = (50_000n * 10n ** 18n) / 2n ** era
    sum += (rate * seconds) / DAY
  }
  return sum
}

const emissionVectors = () => {
  const around = (border: bigint) => [border - 1n, border, border + 1n]
  const elapsed = [0n, 1n, 5n, 59n, 3_600n, DAY - 1n, DAY, DAY + 1n, 7n * DAY + 11n, 365n * DAY]
  elapsed.push(...[1n, 2n, 3n, 4n, 10n, 22n, 23n, 30n, 75n, 76n].flatMap((era) => around(era * ERA)))
  elapsed.push(ERA + ERA / 3n, 5n * ERA + 12_345_677n, 200n * ERA)
  return {
    vectors: elapsed.map((seconds) => ({ elapsed: Number(seconds), emitted: emitted(seconds).toString() })),
  }
}

const paidUntilVectors = () => {
  const HOUR = 3_600
  const noon = 1_799_996_400 // a whole hour
  const cases = [
    { at: noon, previous: 0, periods: 1 },
    { at: noon + 1, previous: 0, periods: 1 },
    { at: noon - 1, previous: 0, periods: 1 },
    { at: noon + HOUR - 1, previous: 0, periods: 3 },
    { at: noon, previous: noon + HOUR, periods: 1 },
    { at: noon, previous: noon - HOUR, periods: 2 },
    { at: noon + 1, previous: noon + HOUR, periods: 1 },
    { at: noon + 1, previous: noon, periods: 1 },
    { at: noon, previous: noon + 30 * 24 * HOUR, periods: 12 },
    { at: noon, previous: noon + 600 * 24 * HOUR, periods: 60 },
  ]
  const vectors = cases.map(({ at, previous, periods }) => {
    const hour = at % HOUR === 0 ? at : at - (at % HOUR) + HOUR
    return {
      at,
      previous,
      periods,
      paidUntil: Math.max(previous, hour) + periods * 30 * 24 * HOUR,
    }
  })
  return { vectors }
}

const files = {
  'typed-data.json': await typedDataVectors(CASES),
  'typed-data-money.json': await typedDataVectors(MONEY_CASES),
  'emission.json': emissionVectors(),
  'paid-until.json': paidUntilVectors(),
}
for (const [name, content] of Object.entries(files)) {
  const text = `${JSON.stringify(content, null, 2)}\n`
  if (!process.argv.includes('--check')) writeFileSync(new URL(name, FOLDER), text)
  else if (readFileSync(new URL(name, FOLDER), 'utf8') !== text) {
    console.error(`packages/protocol/vectors/${name} is stale: run "npm run vectors -w @dr/contracts"`)
    process.exitCode = 1
  }
}
