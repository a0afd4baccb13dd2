/** A final root of the miner vault's DR, with a line of the gas benches' user among a million accounts. */
import { drAbi, rootRegistryAbi } from '@dr/contracts/abi'
import { foldPath, type Proof } from '@dr/protocol/roots/proof'
import { type Hex, keccak256, numberToHex, parseEther, zeroHash } from 'viem'
import { foundry } from 'viem/chains'
import { type Clients, type Contracts, sendFrom } from './clients.ts'

const LEVELS = 20
const EARNED = parseEther('1000')
const SIBLING_SUM = parseEther('10')
/** Directions of the path: both kinds by turns. */
const INDEX = 0x5_a5_a5n
const FINALITY_SECONDS = 7 * 86_400

const siblingHash = (level: number): Hex => keccak256(numberToHex(level + 1, { size: 32 }))

/** Posts it as the attester, confirms it as the witness, and lets the seven days pass. */
export const makeFinalRoot = async (clients: Clients, contracts: Contracts): Promise<Proof> => {
  const { anvil, owner, attester, witness, publicClient, userWallet } = clients
  const { dr, usdt, withdrawalVault0, withdrawalVault1, withdrawalVault2 } = contracts
  const path = Array.from({ length: LEVELS }, (_, level) => ({ hash: siblingHash(level), sum: SIBLING_SUM }))
  const line = { earned: EARNED, index: INDEX, path }
  const book = { chainId: foundry.id, vault: withdrawalVault0, token: dr }
  const root = foldPath({ ...book, account: userWallet.account.address }, line).at(-1)
  if (root === undefined) throw new Error('a path has a root')
  const transfer = { address: dr, abi: drAbi, functionName: 'transfer' }
  await sendFrom(clients, owner, { ...transfer, args: [withdrawalVault0, root.sum] })

  const registry = { address: contracts.rootRegistry, abi: rootRegistryAbi }
  const empty = [withdrawalVault1, withdrawalVault2].flatMap((vault) =>
    [usdt, dr].map((token) => ({ vault, token, hash: zeroHash, total: 0n })),
  )
  const books = [{ vault: withdrawalVault0, token: dr, hash: root.hash, total: root.sum }, ...empty]
  const snapshotBlock = await publicClient.getBlockNumber()
  await sendFrom(clients, attester, { ...registry, functionName: 'post', args: [1n, snapshotBlock, books] })
  const { digest } = await publicClient.readContract({ ...registry, functionName: 'epochOf', args: [1n] })
  await sendFrom(clients, witness, { ...registry, functionName: 'confirm', args: [1n, digest] })
  await anvil.client.increaseTime({ seconds: FINALITY_SECONDS })
  await anvil.client.mine({ blocks: 1 })
  return { epoch: 1n, ...line }
}
