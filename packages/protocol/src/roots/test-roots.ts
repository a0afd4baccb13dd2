/** Random content of roots files for tests. */
import fc from 'fast-check'
import { BOOKS, createRootsWriter, type RootsHead, type RootsLine } from './roots-file.ts'

type Hex = `0x${string}`

const hex = (bytes: number) =>
  fc
    .bigInt({ min: 0n, max: 2n ** BigInt(bytes * 8) - 1n })
    .map((value) => `0x${value.toString(16).padStart(bytes * 2, '0')}` as Hex)
const count = fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER })

export const arbitraryHead: fc.Arbitrary<RootsHead> = fc.record({
  chainId: count,
  registry: hex(20),
  vaults: fc.tuple(hex(20), hex(20), hex(20)),
  tokens: fc.record({ DR: hex(20), USDT: hex(20) }),
  epoch: count,
  snapshotBlock: count,
  snapshotHash: hex(32),
  snapshotTime: count,
  foreignEpochs: fc.uniqueArray(count, { maxLength: 3 }).map((epochs) => epochs.sort((a, b) => a - b)),
})

/** Small, usual and large amounts, so that a few thousand of them stay below 2^256. */
const amount = fc.oneof(
  fc.constant(0n),
  fc.bigInt(1n, 9n),
  fc.bigInt(1n, 2n ** 90n),
  fc.bigInt(1n, 2n ** 240n),
)

export const arbitraryLines = (maxLength: number): fc.Arbitrary<RootsLine[]> =>
  fc
    .uniqueArray(
      fc.record({
        account: fc.oneof(
          hex(20),
          hex(1).map((end) => `0x${end.slice(2).padStart(40, '0')}` as Hex),
        ),
        earned: fc
          .array(amount, { minLength: BOOKS.length, maxLength: BOOKS.length })
          .filter((earned) => earned.some((value) => value > 0n)),
      }),
      { maxLength, selector: ({ account }) => account },
    )
    .map((lines) => lines.sort((a, b) => (a.account < b.account ? -1 : 1)))

export const textOf = (head: RootsHead, lines: readonly RootsLine[]): string => {
  const writer = createRootsWriter()
  return writer.head(head) + lines.map(writer.line).join('')
}
