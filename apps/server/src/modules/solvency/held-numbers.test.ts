import { withdrawalVaultAbi } from '@dr/contracts/abi'
import { toEventSelector } from 'viem'
import { expect, test } from 'vitest'
import type { ContractAddresses } from '../../platform/chain/contract-addresses.ts'
import { solvencyNumbers } from './handlers.ts'

const address = (digit: string) => `0x${digit.repeat(40)}`
const [DR, USDT] = [address('a'), address('b')]
const withdrawalVaults = ['1', '2', '3'].map(address)
const contracts = {
  withdrawalVaults,
  DR,
  USDT,
  DRGV: address('c'),
  Funding: address('d'),
} as unknown as ContractAddresses
const CLAIMED = toEventSelector(
  withdrawalVaultAbi.find((one) => one.type === 'event' && one.name === 'Claimed') as never,
)

/** By how much a claim of 200, of which 10 are withheld, moves a number. */
const movedBy = (name: string, token: string): bigint =>
  (solvencyNumbers(contracts).find((number) => number.name === name)?.events ?? [])
    .filter(({ topic }) => topic === CLAIMED)
    .reduce((sum, { add }) => sum + add({ token, amount: 200n, withheld: 10n } as never), 0n)

test('what a claim takes out of a vault lowers the number that decides between endpoints', () => {
  expect(movedBy('solvency.held-0-DR', DR)).toBe(-200n)
  expect(movedBy('solvency.held-1-DR', DR)).toBe(-200n)
  expect(movedBy('solvency.held-1-USDT', USDT)).toBe(-190n)
  expect(movedBy('solvency.held-1-DR', USDT)).toBe(0n)
})
