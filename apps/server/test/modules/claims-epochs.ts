/** Posted roots of a history: the worker posts, the witness confirms and keeps the file, accounts prove. */
import { readFile } from 'node:fs/promises'
import { rootRegistryAbi } from '@dr/contracts/abi/root-registry'
import { createBookTrees } from '@dr/protocol/roots/book-trees'
import type { Proof } from '@dr/protocol/roots/proof'
import { createRootsParser, type RootsHead, type RootsLine } from '@dr/protocol/roots/roots-file'
import { testWallet } from '@dr/test-kit'
import type { Abi } from 'viem'
import { addressesOf, type Chain } from '../app/chain.ts'
import type { TestApp } from '../app/test-app.ts'

interface PostedEpoch {
  readonly head: RootsHead
  readonly lines: readonly RootsLine[]
}

const parse = (text: Uint8Array): PostedEpoch => {
  const lines: RootsLine[] = []
  let head: RootsHead | undefined
  const parser = createRootsParser({
    head: (read) => {
      head = read
    },
    line: (line) => lines.push(line),
  })
  parser.push(text)
  parser.end()
  return { head: head as RootsHead, lines }
}

/** Proof of an account in one book of a posted file; null: it has no line there. */
export const proofIn = ({ head, lines }: PostedEpoch, account: string, book: number): Proof | null => {
  const trees = createBookTrees(head, { watch: account })
  for (const line of lines) trees.add(line)
  return trees.finish()[book]?.proof ?? null
}

export const openSuspense = async ({ database }: TestApp): Promise<number> => {
  const { rows } = await database.read.query<{ open: bigint }>({
    text: 'SELECT count(*) AS open FROM suspense_event WHERE resolved_at IS NULL',
  })
  return Number(rows[0]?.open)
}

export class ClaimsEpochs {
  readonly posted: PostedEpoch[] = []
  readonly #chain: Chain
  /** Files that the witness serves, by path. */
  readonly #files: Map<string, string>

  constructor(chain: Chain, files: Map<string, string>) {
    this.#chain = chain
    this.#files = files
  }

  get #registry() {
    return { address: addressesOf(this.#chain.deployment).RootRegistry, abi: rootRegistryAbi } as const
  }

  /** Those that are final now. */
  async final(): Promise<PostedEpoch[]> {
    const final: PostedEpoch[] = []
    for (const one of this.posted) {
      const args = [BigInt(one.head.epoch)] as const
      if (await this.#chain.client.readContract({ ...this.#registry, functionName: 'isFinal', args }))
        final.push(one)
    }
    return final
  }

  /** Runs the job of the worker; true: an epoch was posted, and is confirmed. With suspense it must refuse. */
  async post(app: TestApp): Promise<boolean> {
    const tick = app.composition.ticks.find(({ name }) => name === 'roots.post')
    if (!tick) throw new Error('no job posts roots')
    const run = () => tick.run(new AbortController().signal)
    if ((await openSuspense(app)) > 0) {
      const outcome = await run().then(() => 'it ran', String)
      if (!outcome.includes('events are not booked')) throw new Error(`with suspense: ${outcome}`)
      return false
    }
    await run()
    await app.finalize()
    const { client } = this.#chain
    const epoch = await client.readContract({ ...this.#registry, functionName: 'lastEpoch' })
    if (epoch === BigInt(this.posted.length)) return false
    await run()
    const opened = await app.composition.openRoots(Number(epoch))
    if (!opened) throw new Error(`epoch ${epoch} has no file`)
    const text = await readFile(opened.path)
    this.posted.push(parse(text))
    this.#files.set(`/roots/roots-${epoch}.txt`, text.toString('latin1'))
    const at = { ...this.#registry, functionName: 'epochOf', args: [epoch] } as const
    const { digest } = await client.readContract(at)
    const { address } = this.#registry
    const abi = rootRegistryAbi as Abi
    await app.send(testWallet('witness'), { address, abi, functionName: 'confirm', args: [epoch, digest] })
    await app.finalize()
    return true
  }
}
