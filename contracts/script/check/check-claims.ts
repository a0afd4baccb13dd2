/**
 * Checks by their answers that the deployed registry takes right proofs alone, and that each vault pays by
 * them. Deposits and earnings leave by these calls for as long as the contracts live, so the check of their
 * code (check-code.ts) is not the only one. Nothing is sent: the calls read a chain on which a root was posted
 * (`eth_call` with state overrides).
 */
import { WAD } from '@dr/protocol/amounts'
import { type Proof, toProofNode } from '@dr/protocol/roots/proof'
import { createLeafHash, createSumTree } from '@dr/protocol/roots/sum-tree'
import {
  type Address,
  BaseError,
  ContractFunctionRevertedError,
  encodeAbiParameters,
  type Hex,
  hexToBigInt,
  keccak256,
  numberToHex,
  type PublicClient,
  type StateOverride,
} from 'viem'
import { rootRegistryAbi } from '../../abi/root-registry.ts'
import { withdrawalVaultAbi } from '../../abi/withdrawal-vault.ts'
import type { Deployment } from '../deploy.ts'
import { atOnce } from './at-once.ts'

/** Storage of RootRegistry and of ERC-20 tokens, by `forge inspect … storageLayout`. */
const [EPOCHS_SLOT, ROOTS_SLOT, BALANCES_SLOT] = [2n, 3n, 0n]
const EPOCH = 1n
const [EARNED, OTHERS] = [5n * WAD, [3n * WAD, 7n * WAD] as const]
const account = (digit: string): Address => `0x${digit.repeat(40)}`
const [OWNER, STRANGER] = [account('7'), account('8')]

const word = (value: bigint): Hex => numberToHex(value, { size: 32 })
const slotOf = (key: Address | bigint, slot: bigint): bigint =>
  hexToBigInt(
    keccak256(
      encodeAbiParameters(
        [{ type: 'uint256' }, { type: 'uint256' }],
        [typeof key === 'bigint' ? key : BigInt(key), slot],
      ),
    ),
  )

interface Book {
  readonly chainId: number
  readonly vault: Address
  readonly token: Address
}

/** Code by address, in the place of what the chain has there. */
export type Codes = ReadonlyMap<Address, Hex>

interface Place {
  readonly registry: Address
  readonly codes: Codes
}

/** A tree of three accounts, built by the server's code, with the proof of the one in the middle. */
const treeOf = (book: Book) => {
  const leaf = createLeafHash(book)
  const tree = createSumTree()
  tree.append(leaf(account('6'), OTHERS[0]))
  tree.append(leaf(OWNER, EARNED), true)
  tree.append(leaf(account('9'), OTHERS[1]))
  const { root, watched } = tree.finish()
  if (watched === null) throw new TypeError('the tree has no path')
  const { index, path } = watched
  const proof: Proof = { epoch: EPOCH, earned: EARNED, index, path: path.map(toProofNode) }
  return { root: toProofNode(root), proof }
}

/** The chain as it would be with this root in an epoch that was confirmed at `confirmedAt`. */
const postedWith = (
  { registry, codes, root, book }: Place & { root: { hash: Hex; sum: bigint }; book: Book },
  { confirmedAt = 1n, isVetoed = false }: { confirmedAt?: bigint; isVetoed?: boolean } = {},
): StateOverride => {
  const at = slotOf(book.token, slotOf(book.vault, slotOf(EPOCH, ROOTS_SLOT)))
  const epoch = 1n | (confirmedAt << 40n) | (BigInt(isVetoed) << 80n) | (BigInt(STRANGER) << 88n)
  const storage: StateOverride = [
    {
      address: registry,
      stateDiff: [
        { slot: word(slotOf(EPOCH, EPOCHS_SLOT)), value: word(epoch) },
        { slot: word(at), value: root.hash },
        { slot: word(at + 1n), value: word(root.sum | (1n << 248n)) },
      ],
    },
    {
      address: book.token,
      stateDiff: [{ slot: word(slotOf(book.vault, BALANCES_SLOT)), value: word(EARNED) }],
    },
  ]
  const changed = new Map(storage.map(({ address, ...change }) => [address, change]))
  for (const address of [registry, book.vault, book.token]) {
    const code = codes.get(address)
    if (code !== undefined) changed.set(address, { ...changed.get(address), code })
  }
  return [...changed].map(([address, change]) => ({ address, ...change }))
}

/** The call's answer; null: the contract refuses it. Rethrows any other failure. */
const answerOf = <T>(call: Promise<T>): Promise<T | null> =>
  call.catch((error: unknown) => {
    const cause =
      error instanceof BaseError && error.walk((one) => one instanceof ContractFunctionRevertedError)
    if (cause instanceof ContractFunctionRevertedError) return null
    throw error
  })

/** Proofs that each differ from the right one in one place. */
const wrongProofs = (right: Proof): readonly (readonly [string, Proof])[] => {
  const [sibling, ...rest] = right.path
  if (sibling === undefined) throw new TypeError('the path is empty')
  return [
    ['another number', { ...right, earned: right.earned + 1n }],
    ['another place', { ...right, index: right.index ^ 1n }],
    ['an index beyond the path', { ...right, index: right.index + (1n << BigInt(right.path.length)) }],
    ['another sum beside it', { ...right, path: [{ ...sibling, sum: sibling.sum + 1n }, ...rest] }],
    ['a shorter path', { ...right, path: [sibling] }],
    ['a number without a proof', { epoch: 0n, earned: right.earned, index: 0n, path: [] }],
  ]
}

const checkBook = async (client: PublicClient, place: Place, book: Book): Promise<string[]> => {
  const { registry } = place
  const { root, proof } = treeOf(book)
  const posted = postedWith({ ...place, root, book })
  const now = (await client.getBlock()).timestamp
  const unfinished = [
    ['that was not confirmed', { confirmedAt: 0n }],
    ['that was confirmed just now', { confirmedAt: now }],
    ['that was vetoed', { isVetoed: true }],
  ] as const
  const granted = (given: Proof, owner: Address = OWNER, stateOverride: StateOverride = posted) =>
    answerOf(
      client.readContract({
        address: registry,
        abi: rootRegistryAbi,
        functionName: 'granted',
        args: [book.vault, owner, book.token, given],
        stateOverride,
      }),
    )
  const claims = async (amount: bigint, given: Proof): Promise<boolean> => {
    const call = client.simulateContract({
      address: book.vault,
      abi: withdrawalVaultAbi,
      functionName: 'claim',
      args: [book.token, amount, given],
      account: OWNER,
      stateOverride: posted,
    })
    return (await answerOf(call)) !== null
  }
  const isRefused = async (given: Proof, owner?: Address, stateOverride?: StateOverride): Promise<boolean> =>
    (await granted(given, owner, stateOverride)) === null
  const expected: readonly (readonly [what: string, isRight: () => Promise<boolean>])[] = [
    ['the registry refuses a right one', async () => (await granted(proof)) === EARNED],
    ['the vault refuses a right one', () => claims(EARNED, proof)],
    ['the vault pays more than was earned', async () => !(await claims(EARNED + 1n, proof))],
    ...wrongProofs(proof).flatMap(
      ([what, wrong]) =>
        [
          [`the registry takes ${what}`, () => isRefused(wrong)],
          [`the vault pays by ${what}`, async () => !(await claims(EARNED, wrong))],
        ] as const,
    ),
    ['the registry takes that of another account', () => isRefused(proof, STRANGER)],
    ...unfinished.map(([what, epoch]) => {
      const override = postedWith({ ...place, root, book }, epoch)
      return [`the registry takes an epoch ${what}`, () => isRefused(proof, OWNER, override)] as const
    }),
  ]
  const findings = await atOnce(expected, async ([what, isRight]) =>
    (await isRight()) ? [] : [`${book.vault}, a proof in the book of ${book.token}: ${what}`],
  )
  return findings.flat()
}

/** The contracts that pay claims. */
export interface ExitContracts {
  readonly chainId: number
  readonly contracts: Pick<
    Deployment['contracts'],
    'withdrawalVault0' | 'withdrawalVault1' | 'withdrawalVault2' | 'rootRegistry' | 'dr'
  >
}

/**
 * Findings for each vault that does not pay DR by the right proof, or pays it by a wrong one. `codes`: of
 * contracts that are not deployed yet.
 */
export const checkClaims = async (
  client: PublicClient,
  { chainId, contracts }: ExitContracts,
  codes: Codes = new Map(),
): Promise<string[]> => {
  const {
    withdrawalVault0,
    withdrawalVault1,
    withdrawalVault2,
    rootRegistry: registry,
    dr: token,
  } = contracts
  const findings: string[] = []
  for (const vault of [withdrawalVault0, withdrawalVault1, withdrawalVault2])
    findings.push(...(await checkBook(client, { registry, codes }, { chainId, vault, token })))
  return findings
}
