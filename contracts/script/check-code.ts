/** Whether what is on chain is what the sources compile to, byte by byte. */
import { type Address, getAddress, type Hex, type PublicClient } from 'viem'
import { readRuntime } from './artifacts.ts'
import type { ContractName } from './contracts.ts'
import type { Deployment } from './deploy.ts'

/** The record's names → the artifacts'. */
const namesOf = ({ contracts }: Deployment): readonly (readonly [ContractName, Address])[] => [
  ['AdminTimelock', contracts.adminTimelock],
  ['TreasuryVesting', contracts.treasuryVesting],
  ['USDR', contracts.usdr],
  ['DR', contracts.dr],
  ['DRGV', contracts.drgv],
  ['PriceOracle', contracts.priceOracle],
  ['WithdrawalVault', contracts.withdrawalVault0],
  ['WithdrawalVault', contracts.withdrawalVault1],
  ['WithdrawalVault', contracts.withdrawalVault2],
  ['Emission', contracts.emission],
  ['DigitalRights', contracts.digitalRights],
  ['Funding', contracts.funding],
  ['Exchange', contracts.exchange],
  ['ResultRegistry', contracts.resultRegistry],
  ['DigitDraw', contracts.digitDraw],
  ['PoolSeeder', contracts.poolSeeder],
]

/** Constructors write immutables into the code: those bytes are the getters' to check, and zero here. */
const withoutImmutables = (code: Hex, places: readonly { start: number; length: number }[]): string => {
  const bytes = Buffer.from(code.slice(2), 'hex')
  for (const { start, length } of places) bytes.fill(0, start, start + length)
  return bytes.toString('hex')
}

/**
 * Contracts whose code is not that of these sources: getters alone would let a record name a contract that
 * answers them alike and does something else. The payment token and the market are others' and not compared.
 */
export const checkCode = async (client: PublicClient, deployment: Deployment): Promise<string[]> => {
  const findings: string[] = []
  for (const [name, address] of namesOf(deployment)) {
    const { code, immutables } = readRuntime(name)
    const found = await client.getCode({ address })
    if (found !== undefined && withoutImmutables(found, immutables) === withoutImmutables(code, immutables))
      continue
    findings.push(`the code at ${getAddress(address)} is not ${name} of these sources`)
  }
  return findings
}
