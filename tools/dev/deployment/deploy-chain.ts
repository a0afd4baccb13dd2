/**
 * Deploys to BNB Smart Chain or its testnet: refuses invalid configurations before sending anything, and
 * checks the result.
 */
import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { checkDeployment } from '@dr/contracts/check-deployment'
import { type Deployment, deployAll } from '@dr/contracts/deploy'
import { type Call, poolCalls, stockCalls } from '@dr/contracts/local-market'
import { previewClaims } from '@dr/contracts/preview-claims'
import { lockByKernel } from '@dr/server/platform/files/kernel-lock'
import {
  type Address,
  createPublicClient,
  createWalletClient,
  encodeFunctionData,
  type Hex,
  http,
  type PublicClient,
} from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { readJson, writeWhole } from '../files.ts'
import { SetupError } from '../settings.ts'
import { readPriceNotices } from './price-notices.ts'
import { codeHash, type DeploymentRecord, toRecord } from './record.ts'
import { requireSeparateKeys, type Target, type TargetRoles } from './target.ts'

/**
 * `deployments/<chainId>.json`: the server's configuration (`DEPLOYMENT_FILE`), and the deployment's
 * inputs.
 */
export interface ChainRecord extends DeploymentRecord {
  readonly deployer: Address
  readonly roles: TargetRoles
  /** With the names of the deploy library. */
  readonly deployment: Deployment
}

interface ChainAccess {
  readonly rpcUrl: string
  /** Folder of the records. */
  readonly directory: string
}

const recordPath = ({ directory }: ChainAccess, chainId: number): string => join(directory, `${chainId}.json`)

const factoryAbi = [
  { type: 'function', name: 'factory', stateMutability: 'view', inputs: [], outputs: [{ type: 'address' }] },
] as const
/** Contract with a chain's last 8,191 block hashes (EIP-2935; BNB Smart Chain: BEP-440). */
const BLOCK_HASH_HISTORY = '0x0000F90827F1C53a10cb7A02335B175320002935'
const decimalsAbi = [
  { type: 'function', name: 'decimals', stateMutability: 'view', inputs: [], outputs: [{ type: 'uint8' }] },
] as const

const requireChain = async (client: PublicClient, { chainId }: Pick<Target, 'chainId'>): Promise<void> => {
  const found = await client.getChainId()
  if (found !== chainId)
    throw new SetupError(`the endpoint serves chain ${found}, the configuration is for ${chainId}`)
}

/**
 * Asks the contracts that would be deployed for the exit: every right proof is paid, and no wrong one. All
 * contracts are immutable, and the emission pays one vault for 152 years: an exit cannot be added later.
 */
const requireExit = async (client: PublicClient, target: Target): Promise<void> => {
  const findings = await previewClaims(client, target)
  if (findings.length === 0) return
  throw new SetupError(
    `chain ${target.chainId} is refused: users could not leave by the contracts that would be deployed, or not by them alone, and what is deployed can never be changed:\n  ${findings.join('\n  ')}`,
  )
}

/**
 * Checks that market and payment token exist and match the configuration, and that old block hashes are
 * kept.
 */
const requireSurroundings = async (client: PublicClient, { params }: Target): Promise<void> => {
  if ((await client.getCode({ address: BLOCK_HASH_HISTORY })) === undefined) {
    throw new SetupError('this chain keeps no block hashes beyond 256 (EIP-2935): draws need them')
  }
  const { factory, router } = params.amm
  const named = await client
    .readContract({ address: router, abi: factoryAbi, functionName: 'factory' })
    .catch(() => undefined)
  if (named?.toLowerCase() !== factory.toLowerCase()) {
    throw new SetupError(`amm.router ${router} is no router of amm.factory ${factory} on this chain`)
  }
  if (params.usdt === undefined) return
  const decimals = await client
    .readContract({ address: params.usdt, abi: decimalsAbi, functionName: 'decimals' })
    .catch(() => undefined)
  if (decimals !== 18)
    throw new SetupError(`params.usdt ${params.usdt} is not a token with 18 decimals on this chain`)
}

/** Reads the deployment's record, and opens a client of its chain. */
const openRecord = async ({ chainId }: Pick<Target, 'chainId'>, access: ChainAccess) => {
  const path = recordPath(access, chainId)
  const record = readJson<ChainRecord>(path)
  if (!record) throw new SetupError(`${path} does not exist`)
  const client: PublicClient = createPublicClient({ transport: http(access.rpcUrl), cacheTime: 0 })
  await requireChain(client, { chainId })
  return { client, record }
}

/** Notices about missing oracle prices, besides the findings; empty: none. */
export const checkPrices = async (target: Target, access: ChainAccess): Promise<string[]> => {
  const { client, record } = await openRecord(target, access)
  return readPriceNotices(client, record.deployment)
}

/**
 * Writes the liquidity holder's transactions, each list in its order, as any wallet sends them; returns the path
 * of the file.
 */
export const writeHolderCalls = async (target: Target, access: ChainAccess): Promise<string> => {
  const { record } = await openRecord(target, access)
  const { contracts } = record.deployment
  const listed = (calls: readonly Call[]) =>
    calls.map((call) => ({
      to: call.address,
      data: encodeFunctionData(call),
      call: `${call.functionName}(${call.args.join(', ')})`,
    }))
  const file = {
    chainId: target.chainId,
    from: target.roles.liquidityHolder,
    pools: listed(poolCalls(contracts, target.pools)),
    exchange: listed(stockCalls(contracts, target.exchangeStock)),
  }
  const path = join(access.directory, `${target.chainId}.calls.json`)
  await writeWhole(path, `${JSON.stringify(file, null, 2)}\n`)
  return path
}

/**
 * Findings of a deployment compared with its configuration; only for the first minutes, since limits may be
 * changed later.
 */
export const checkChain = async (target: Target, access: ChainAccess): Promise<string[]> => {
  const { client, record } = await openRecord(target, access)
  const { deployment, deployer, codeHash: deployed } = record
  const findings = await checkDeployment(client, { ...target, deployment, deployer })
  return deployed === codeHash()
    ? findings
    : [...findings, 'the bytecode deployed is not that of these sources']
}

/** Locks the folder, since another deployment would overwrite the record. */
const withFolder = async <T>({ directory }: ChainAccess, work: () => Promise<T>): Promise<T> => {
  mkdirSync(directory, { recursive: true })
  const lock = lockByKernel(directory, `${directory}: another deployment is under way`)
  try {
    return await work()
  } finally {
    lock.release()
  }
}

interface DeploySettings extends ChainAccess {
  readonly deployerKey: Hex
}

/**
 * Deploys, checks, and writes the record; one at a time in a folder. A failed run has cost gas and holds
 * nothing, since nothing refers to it; the next run starts again. @throws SetupError or FatalError before
 * anything is sent; DeploymentError if the deployed contracts do not match the configuration.
 */
export const deployToChain = (target: Target, access: DeploySettings): Promise<ChainRecord> =>
  withFolder(access, () => deploy(target, access))

const deploy = async (target: Target, access: DeploySettings): Promise<ChainRecord> => {
  const path = recordPath(access, target.chainId)
  if (existsSync(path)) throw new SetupError(`${path} exists already: this chain has a deployment`)
  const account = privateKeyToAccount(access.deployerKey)
  requireSeparateKeys(target.roles, account.address)
  const transport = http(access.rpcUrl)
  const publicClient: PublicClient = createPublicClient({ transport, cacheTime: 0 })
  await requireChain(publicClient, target)
  await requireSurroundings(publicClient, target)
  await requireExit(publicClient, target)
  if ((await publicClient.getBalance({ address: account.address })) === 0n) {
    throw new SetupError(`the deploying wallet ${account.address} has no balance to pay for gas`)
  }
  const { roles, params } = target
  const deployer = { publicClient, walletClient: createWalletClient({ account, transport }) }
  const deployment = await deployAll(deployer, { roles, params })
  const start = await publicClient.getBlock({ blockNumber: BigInt(deployment.startBlock) })
  const { treasury } = roles
  const record = {
    ...toRecord({ deployment, treasury, startBlockHash: start.hash }),
    deployer: account.address,
    roles,
    deployment,
  }
  const findings = await checkDeployment(publicClient, {
    deployment,
    roles,
    params,
    deployer: account.address,
  })
  if (findings.length > 0) {
    const rejected = join(access.directory, `${target.chainId}.rejected.json`)
    await writeWhole(rejected, `${JSON.stringify(record, null, 2)}\n`)
    throw new SetupError(
      `the deployed contracts do not match the configuration (${rejected}):\n  ${findings.join('\n  ')}`,
    )
  }
  await writeWhole(path, `${JSON.stringify(record, null, 2)}\n`)
  return record
}
