/** Claims, transfers within a vault and their lock, as read by a wallet of the tests. */
import { byToken, TOKENS } from '@dr/protocol/tokens'
import { showCall } from '@dr/test-kit/clear-signing'
import { type Abi, type Address, encodeFunctionData, keccak256, maxUint256 } from 'viem'
import { expect, it } from 'vitest'
import { rootRegistryAbi } from '../../abi/root-registry.ts'
import { withdrawalVaultAbi } from '../../abi/withdrawal-vault.ts'
import { describeDeployment } from './descriptors.ts'

const at = (digits: string): Address => `0x${digits.repeat(20)}`
const USER = at('77')
const CHAIN = 97
const contracts = {
  DigitalRights: at('d1'),
  Exchange: at('e1'),
  DigitDraw: at('dd'),
  RootRegistry: at('ee'),
  withdrawalVaults: [at('a0'), at('a1'), at('a2')] as const,
  ...byToken(TOKENS, (token) => at(`b${TOKENS.indexOf(token)}`)),
}
const wallet = {
  files: [...describeDeployment({ chainId: CHAIN, contracts }).values()] as never,
  tokens: Object.fromEntries(TOKENS.map((token) => [contracts[token], { ticker: token, decimals: 18 }])),
}
const units = (whole: number): bigint => BigInt(whole) * 10n ** 18n
const proof = { epoch: 1n, earned: 9n, index: 0n, path: [{ hash: keccak256('0x01'), sum: 5n }] }
const { DR, USDT, RootRegistry, withdrawalVaults } = contracts

it.each<[string, { to: Address; abi: Abi; call: string; args: unknown[] }, string[]]>([
  [
    'a claim of all there is',
    { to: withdrawalVaults[2], abi: withdrawalVaultAbi, call: 'claim', args: [USDT, maxUint256, proof] },
    ['Withdraw by your own call', 'From: Node account', 'Deducted: All USDT'],
  ],
  [
    'a claim of a part',
    { to: withdrawalVaults[0], abi: withdrawalVaultAbi, call: 'claim', args: [DR, units(3), proof] },
    ['Withdraw by your own call', 'From: Miner account', 'Deducted: 3 DR'],
  ],
  [
    'a transfer within a vault',
    {
      to: withdrawalVaults[1],
      abi: withdrawalVaultAbi,
      call: 'transferWithin',
      args: [USDT, USER, units(4), proof],
    },
    ['Transfer to another user', 'From: Deflation account', `Recipient: ${USER}`, 'Amount: 4 USDT'],
  ],
  [
    'locking claims',
    { to: RootRegistry, abi: rootRegistryAbi, call: 'lockClaims', args: [] },
    ['Lock claims and transfers'],
  ],
  [
    'unlocking them',
    { to: RootRegistry, abi: rootRegistryAbi, call: 'unlockClaims', args: [] },
    ['Unlock claims and transfers, after three days'],
  ],
])('%s', (_, { to, abi, call, args }, expected) => {
  const data = encodeFunctionData({ abi, functionName: call, args })
  const { intent, fields } = showCall({ chainId: CHAIN, to, data }, wallet)
  expect([intent, ...fields.map(({ label, text }) => `${label}: ${text}`)]).toEqual(expected)
})
