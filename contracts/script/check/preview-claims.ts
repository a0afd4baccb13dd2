/**
 * Checks the exit of contracts that are not deployed yet: their constructors are run by `eth_call`, with what
 * they ask for in its place by state overrides, and the code that they return is held to `checkClaims`. Nothing
 * is sent. So an exit that does not pay, which could never be added later, is found before it costs anything;
 * and so is an endpoint that knows no state overrides, which the check after the deployment needs too.
 */
import { WAD } from '@dr/protocol/amounts'
import {
  type Address,
  BaseError,
  encodeDeployData,
  getContractAddress,
  type Hex,
  type PublicClient,
  zeroAddress,
} from 'viem'
import { type Artifact, readArtifact } from '../artifacts.ts'
import type { ContractName } from '../contracts.ts'
import type { DeployParams } from '../deploy.ts'
import type { Roles } from '../roles.ts'
import { type Codes, checkClaims } from './check-claims.ts'

const at = (digits: string): Address => `0x${digits.padEnd(40, '0')}`
/** An account that has sent nothing, so that the address of what it makes is known. */
const MAKER = at('e817a')
const VAULTS = [at('e8170'), at('e8171'), at('e8172')] as const
const [DR, OTHERS, ADMIN] = [at('e8173'), at('e8174'), at('e8175')]
const REGISTRY = getContractAddress({ from: MAKER, nonce: 0n })
const SUPPLY = 100_000_000n * WAD
/** Code that does nothing: a claim asks neither payment token nor oracle. */
const NO_CODE: Hex = '0x00'

interface Planned {
  readonly chainId: number
  readonly roles: Roles
  readonly params: DeployParams
}

type Artifacts = (name: ContractName) => Artifact

/** A constructor refused, or the endpoint could not run it. */
class PreviewError extends Error {}

const codeOf = async (
  client: PublicClient,
  {
    name,
    artifact,
    args,
    codes,
  }: { name: string; artifact: Artifact; args: readonly unknown[]; codes: Codes },
): Promise<Hex> => {
  const made = await client
    .call({
      account: MAKER,
      data: encodeDeployData({ ...artifact, args }),
      stateOverride: [...codes].map(([address, code]) => ({ address, code })),
    })
    .catch((error: unknown) => {
      if (!(error instanceof BaseError)) throw error
      throw new PreviewError(
        `${name} cannot be made by eth_call with state overrides on this endpoint: ${error.shortMessage}`,
      )
    })
  if (made.data === undefined) throw new PreviewError(`${name}: its constructor makes no code`)
  return made.data
}

const makeCodes = async (
  client: PublicClient,
  { roles, params }: Planned,
  artifacts: Artifacts,
): Promise<Codes> => {
  const make = (name: ContractName, args: readonly unknown[], codes: Codes = new Map()) =>
    codeOf(client, { name, artifact: artifacts(name), args, codes })
  const codes = new Map([
    [DR, await make('DR', [[OTHERS], [SUPPLY]])],
    [OTHERS, NO_CODE],
  ])
  const wired = { dr: DR, usdt: OTHERS, oracle: OTHERS, rootRegistry: REGISTRY }
  const { pauser, signer, standbySigner, attester, witness } = roles
  const { dr, usdt } = params.moneyVaultCaps
  for (const [index, vault] of VAULTS.entries()) {
    const setup = { ...wired, index: BigInt(index), depositor: index === 2 ? OTHERS : zeroAddress }
    const drCaps = index === 0 ? params.minerVaultCaps : dr
    const args = [ADMIN, pauser, signer, standbySigner, setup, drCaps, usdt]
    codes.set(vault, await make('WithdrawalVault', args, codes))
  }
  return codes.set(REGISTRY, await make('RootRegistry', [ADMIN, attester, witness, ...VAULTS], codes))
}

/** Findings about the exit that a deployment with this configuration would have; none: users can leave by it. */
export const previewClaims = async (
  client: PublicClient,
  planned: Planned,
  artifacts: Artifacts = readArtifact,
): Promise<string[]> => {
  try {
    const [withdrawalVault0, withdrawalVault1, withdrawalVault2] = VAULTS
    const contracts = { withdrawalVault0, withdrawalVault1, withdrawalVault2, rootRegistry: REGISTRY, dr: DR }
    const codes = await makeCodes(client, planned, artifacts)
    return await checkClaims(client, { chainId: planned.chainId, contracts }, codes)
  } catch (error) {
    if (error instanceof PreviewError) return [error.message]
    throw error
  }
}
