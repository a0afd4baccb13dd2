/**
 * The published facts of an epoch, `facts-<epoch>.txt`: what mining is recomputed from and the chain does not say.
 * The first line is the first of `roots-<epoch>.txt`. Then `machine <purchase> <power> <life end>` for each
 * purchase, ascending: the power of each of its machines in T, and when they end (one that is missing was refused, as a
 * forged voucher's, and mines nothing); and
 * `power <account> <time> <change>` in order of account and time: when the ledger counts which power in T as joining
 * (> 0) or leaving (< 0). Times are Unix seconds, numbers decimal; a line break follows each line. Lines of times
 * after the last release before the snapshot may be missing or change: nothing was earned by them yet.
 */
import { createRootsParser, createRootsWriter, type RootsHead } from './roots-file.ts'

type Hex = `0x${string}`

export interface MachineFact {
  readonly purchase: bigint
  readonly power: bigint
  readonly lifeEnd: bigint
}
export interface PowerFact {
  readonly account: Hex
  readonly at: bigint
  readonly delta: bigint
}
export interface Facts {
  readonly head: RootsHead
  /** By purchase. */
  readonly machines: ReadonlyMap<bigint, Pick<MachineFact, 'power' | 'lifeEnd'>>
  readonly power: readonly PowerFact[]
}

/** A text that is no file of facts, with the number of its first wrong line. */
class FactsFileError extends Error {
  override readonly name = 'FactsFileError'
  constructor(line: number, reason: string) {
    super(`facts, line ${line}: ${reason}`)
  }
}

export const factsFileName = (epoch: number): string => `facts-${epoch}.txt`
const FILE_NAME = /^facts-([1-9]\d{0,9})\.txt$/
/** The epoch in a file's name; null for any other name. */
export const readFactsFileName = (name: string): number | null => {
  const [, epoch] = FILE_NAME.exec(name) ?? []
  return epoch === undefined ? null : Number(epoch)
}

export const formatFactsHead = (head: RootsHead): string => createRootsWriter().head(head)
export const formatMachineFact = ({ purchase, power, lifeEnd }: MachineFact): string =>
  `machine ${purchase} ${power} ${lifeEnd}\n`
export const formatPowerFact = ({ account, at, delta }: PowerFact): string =>
  `power ${account} ${at} ${delta}\n`

const MACHINE = /^machine ([1-9]\d{0,17}) ([1-9]\d{0,17}) ([1-9]\d{0,17})$/
const POWER = /^power (0x[0-9a-f]{40}) ([1-9]\d{0,17}) (-?[1-9]\d{0,17}|0)$/

const parseHead = (line: string): RootsHead => {
  let head: RootsHead | undefined
  const parser = createRootsParser({
    head: (read) => {
      head = read
    },
    line: () => undefined,
  })
  parser.push(new TextEncoder().encode(`${line}\n`))
  parser.end()
  return head as unknown as RootsHead
}

/** @throws FactsFileError or RootsFileError for what is no file of facts. */
export const parseFacts = (bytes: Uint8Array): Facts => {
  const lines = new TextDecoder('latin1').decode(bytes).split('\n') // what is not ASCII matches nothing
  if (lines.pop() !== '') throw new FactsFileError(lines.length + 1, 'it does not end')
  const head = parseHead(lines[0] ?? '')
  const machines = new Map<bigint, Pick<MachineFact, 'power' | 'lifeEnd'>>()
  const power: PowerFact[] = []
  let lastPurchase = 0n
  for (const [index, line] of lines.slice(1).entries()) {
    const number = index + 2
    const [, purchase, each, lifeEnd] = MACHINE.exec(line) ?? []
    const [, account, at, delta] = POWER.exec(line) ?? []
    if (purchase !== undefined && each !== undefined && lifeEnd !== undefined) {
      if (BigInt(purchase) <= lastPurchase || power.length > 0)
        throw new FactsFileError(number, 'it is out of order')
      lastPurchase = BigInt(purchase)
      machines.set(lastPurchase, { power: BigInt(each), lifeEnd: BigInt(lifeEnd) })
    } else if (account !== undefined && at !== undefined && delta !== undefined) {
      const fact = { account: account as Hex, at: BigInt(at), delta: BigInt(delta) }
      const last = power.at(-1)
      if (last && (last.account > fact.account || (last.account === fact.account && last.at >= fact.at)))
        throw new FactsFileError(number, 'it is out of order')
      power.push(fact)
    } else throw new FactsFileError(number, 'it is no fact')
  }
  return { head, machines, power }
}
