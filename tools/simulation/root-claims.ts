/** What the newest final root grants: a person's claim of it, and the sum of all in the end. */
import { drAbi } from '@dr/contracts/abi/dr'
import { withdrawalVaultAbi } from '@dr/contracts/abi/withdrawal-vault'
import { rootsProof } from '@dr/protocol/calls/roots'
import { BOOKS } from '@dr/protocol/roots/roots-file'
import { type Address, encodeFunctionData, type Hex } from 'viem'
import { folderSource } from '../audit/roots-source.ts'
import type { World } from '../crash/test-network.ts'
import type { SentCall } from './bulk-rpc.ts'
import { ONE, type Scene } from './scene.ts'
import { amountToTake } from './withdrawable.ts'

/** Claims a part of what was earned in a random book, by the proof that the server sends. */
export const claimByProof = async (scene: Scene): Promise<SentCall[]> => {
  const { person, client } = scene
  if (person.keepsStake) return []
  const { address } = person.account
  const { final } = await person.api.call(rootsProof, undefined, { address: address.toLowerCase() })
  const books = final?.books ?? []
  const book = books[person.random.between(0, Math.max(0, books.length - 1))]
  if (!book) return []
  const [vault, token] = [book.vault as Address, book.token as Address]
  const earned = BigInt(book.earned)
  const claimable = await client.readContract({
    address: vault,
    abi: withdrawalVaultAbi,
    functionName: 'claimable',
    args: [address, token, earned],
  })
  if (claimable < ONE) return []
  const path = book.path.map(({ hash, sum }) => ({ hash: hash as Hex, sum: BigInt(sum) }))
  const proof = { epoch: BigInt(final?.epoch ?? 0), earned, index: BigInt(book.index), path }
  const args = [token, amountToTake(scene, claimable), proof] as const
  const data = encodeFunctionData({ abi: withdrawalVaultAbi, functionName: 'claim', args })
  return [{ from: address, to: vault, data }]
}

/** By book: all that the newest confirmed root's lines would pay now, against what the vault holds. */
export const sumExits = async (world: World, { folder, epoch }: { folder: string; epoch: bigint }) => {
  const { client, contracts } = world
  const content = await folderSource(folder).read(epoch)
  if (!content) throw new Error(`the witness has no file of epoch ${epoch}`)
  const blockNumber = await client.getBlockNumber()
  return Promise.all(
    BOOKS.map(async ({ vault, token }, at) => {
      const address = contracts.withdrawalVaults[vault] as Address
      let claimable = 0n
      for (const [account, earned] of content.lines) {
        const args = [account as Address, contracts[token], earned[at] as bigint] as const
        const functionName = 'claimable'
        claimable += await client.readContract({
          address,
          abi: withdrawalVaultAbi,
          functionName,
          args,
          blockNumber,
        })
      }
      const held = await client.readContract({
        address: contracts[token],
        abi: drAbi,
        functionName: 'balanceOf',
        args: [address],
        blockNumber,
      })
      return { book: `vault ${vault} ${token}`, lines: content.lines.size, claimable, held }
    }),
  )
}
