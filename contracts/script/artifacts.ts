import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Abi, Hex } from 'viem'
import type { ContractName } from './contracts.ts'

/** ABI and creation bytecode of a contract. */
export type Artifact = { readonly abi: Abi; readonly bytecode: Hex }

/** The published Uniswap V2 contracts of the local market; PancakeSwap V2 is their fork. */
export type AmmContractName = 'UniswapV2Factory' | 'UniswapV2Pair' | 'UniswapV2Router02' | 'WETH9'

const AMM_PACKAGES = {
  UniswapV2Factory: '@uniswap/v2-core',
  UniswapV2Pair: '@uniswap/v2-core',
  UniswapV2Router02: '@uniswap/v2-periphery',
  WETH9: '@uniswap/v2-periphery',
} as const satisfies Record<AmmContractName, string>

/** Forge has not built yet, so there is no bytecode to deploy. */
class ArtifactMissingError extends Error {
  constructor(path: string) {
    super(`${path} is not there: run "npm run build -w @dr/contracts" first`)
    this.name = 'ArtifactMissingError'
  }
}

/** The used part of Forge's output. */
interface ForgeOutput {
  readonly abi: Abi
  readonly bytecode: { readonly object: Hex }
  readonly deployedBytecode: {
    readonly object: Hex
    readonly immutableReferences?: Readonly<Record<string, readonly { start: number; length: number }[]>>
  }
}

const readOutput = (name: ContractName): ForgeOutput => {
  const path = fileURLToPath(new URL(`../out/${name}.sol/${name}.json`, import.meta.url))
  if (!existsSync(path)) throw new ArtifactMissingError(path)
  return JSON.parse(readFileSync(path, 'utf8')) as ForgeOutput
}

/**
 * ABI and bytecode of one of our contracts, from Forge's output. For Node only: the web app imports
 * `@dr/contracts/abi`, which has no bytecode. @throws ArtifactMissingError when Forge has not built.
 */
export const readArtifact = (name: ContractName): Artifact => {
  const { abi, bytecode } = readOutput(name)
  return { abi, bytecode: bytecode.object }
}

/** Code of a deployed contract. */
type Runtime = {
  readonly code: Hex
  /** Bytes that the constructor writes. */
  readonly immutables: readonly { readonly start: number; readonly length: number }[]
}

/** @throws ArtifactMissingError when Forge has not built. */
export const readRuntime = (name: ContractName): Runtime => {
  const { deployedBytecode } = readOutput(name)
  return {
    code: deployedBytecode.object,
    immutables: Object.values(deployedBytecode.immutableReferences ?? {}).flat(),
  }
}

/** ABI and bytecode of one of Uniswap V2's contracts, as its authors published them on npm. */
export const readAmmArtifact = (name: AmmContractName): Artifact => {
  const path = fileURLToPath(import.meta.resolve(`${AMM_PACKAGES[name]}/build/${name}.json`))
  const { abi, bytecode } = JSON.parse(readFileSync(path, 'utf8')) as { abi: Abi; bytecode: string }
  return { abi, bytecode: bytecode.startsWith('0x') ? (bytecode as Hex) : `0x${bytecode}` }
}
