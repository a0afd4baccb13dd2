/** Compares the code on chain with the compiled sources, byte by byte. */
import { type Address, getAddress, type Hex, type PublicClient } from 'viem'
import { readRuntime } from '../artifacts.ts'
import { recordName } from '../configured-contracts.ts'
import { CONTRACT_NAMES, type ContractName } from '../contracts.ts'
import type { Deployment } from '../deploy.ts'
import { atOnce } from './at-once.ts'

/** Addresses of our contracts in the record; the payment token and the market are third-party contracts. */
const addressesOf = ({ contracts }: Deployment): readonly (readonly [ContractName, Address])[] =>
  CONTRACT_NAMES.flatMap((name): (readonly [ContractName, Address])[] => {
    if (name === 'TestUSDT') return []
    if (name !== 'WithdrawalVault') return [[name, contracts[recordName(name)]]]
    const { withdrawalVault0, withdrawalVault1, withdrawalVault2 } = contracts
    return [withdrawalVault0, withdrawalVault1, withdrawalVault2].map((vault) => [name, vault])
  })

/**
 * Replaces immutables, which constructors write into the code, by zeros; the getters are checked for them.
 */
const withoutImmutables = (code: Hex, places: readonly { start: number; length: number }[]): string => {
  const bytes = Buffer.from(code.slice(2), 'hex')
  for (const { start, length } of places) bytes.fill(0, start, start + length)
  return bytes.toString('hex')
}

/**
 * Findings for contracts whose code differs from these sources. Getters are not enough: a record could name
 * another contract with the same answers. The payment token and the market are third-party contracts and not
 * compared.
 */
export const checkCode = async (client: PublicClient, deployment: Deployment): Promise<string[]> => {
  const findings = await atOnce(addressesOf(deployment), async ([name, address]) => {
    const { code, immutables } = readRuntime(name)
    const found = await client.getCode({ address })
    return found !== undefined && withoutImmutables(found, immutables) === withoutImmutables(code, immutables)
      ? []
      : [`the code at ${getAddress(address)} is not ${name} of these sources`]
  })
  return findings.flat()
}
