/** Whether what is on chain is what the sources compile to, byte by byte. */
import { type Address, getAddress, type Hex, type PublicClient } from 'viem'
import { readRuntime } from './artifacts.ts'
import { recordName } from './configured-contracts.ts'
import { CONTRACT_NAMES, type ContractName } from './contracts.ts'
import type { Deployment } from './deploy.ts'

/** Where the record has our contracts. The payment token and the market are others'. */
const addressesOf = ({ contracts }: Deployment): readonly (readonly [ContractName, Address])[] =>
  CONTRACT_NAMES.flatMap((name): (readonly [ContractName, Address])[] => {
    if (name === 'TestUSDT') return []
    if (name !== 'WithdrawalVault') return [[name, contracts[recordName(name)]]]
    const { withdrawalVault0, withdrawalVault1, withdrawalVault2 } = contracts
    return [withdrawalVault0, withdrawalVault1, withdrawalVault2].map((vault) => [name, vault])
  })

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
  for (const [name, address] of addressesOf(deployment)) {
    const { code, immutables } = readRuntime(name)
    const found = await client.getCode({ address })
    if (found !== undefined && withoutImmutables(found, immutables) === withoutImmutables(code, immutables))
      continue
    findings.push(`the code at ${getAddress(address)} is not ${name} of these sources`)
  }
  return findings
}
