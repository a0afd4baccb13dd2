/**
 * Keccak-256 for trees of millions of leaves, ten times as fast as the one in JavaScript: the permutation as a
 * WebAssembly module, assembled here from the standard's steps. Not for the browser, whose policies forbid it.
 */

const RATE = 136
const LANES = 25
const ROUNDS = 24
const LANE_BYTES = 8
/** Where the round constants are in the module's memory, after the state. */
const CONSTANTS_AT = 256

/** Rotation of each lane, and where it goes: steps rho and pi. Lane (x, y) is at x + 5y. */
const moves = (() => {
  const made = [{ from: 0, to: 0, by: 0 }]
  for (let step = 0, x = 1, y = 0; step < ROUNDS; step += 1) {
    const [from, nextX, nextY] = [x + 5 * y, y, (2 * x + 3 * y) % 5]
    made.push({ from, to: nextX + 5 * nextY, by: (((step + 1) * (step + 2)) / 2) % 64 })
    ;[x, y] = [nextX, nextY]
  }
  return made
})()

/** Step iota's constants, from the standard's shift register. */
const roundConstants = (): bigint[] => {
  let register = 1
  return Array.from({ length: ROUNDS }, () => {
    let constant = 0n
    for (let bit = 0; bit < 7; bit += 1) {
      if (register & 1) constant |= 1n << BigInt(2 ** bit - 1)
      register = (register << 1) ^ (register & 0x80 ? 0x171 : 0)
    }
    return constant
  })
}

const unsigned = (value: number): number[] =>
  value < 128 ? [value] : [(value & 127) | 128, ...unsigned(value >> 7)]
/** LEB128 of a number from 0 on, as a signed one. */
const signed = (value: number): number[] =>
  value < 64 ? [value] : [(value & 127) | 128, ...signed(value >> 7)]
const get = (local: number): number[] => [0x20, local]
const set = (local: number): number[] => [0x21, local]
const XOR = 0x85
const load = (offset: number): number[] => [0x29, 3, ...unsigned(offset)]

/** Locals: the round's address, 25 lanes, their successors, and five for columns. */
const laneAt = (index: number): number => 1 + index
const nextAt = (index: number): number => 1 + LANES + index
const columnAt = (index: number): number => 1 + 2 * LANES + (index % 5)

const columns = [0, 1, 2, 3, 4].flatMap((x) => [
  ...get(laneAt(x)),
  ...[1, 2, 3, 4].flatMap((y) => [...get(laneAt(x + 5 * y)), XOR]),
  ...set(columnAt(x)),
])
const rotate = (by: number): number[] => [0x42, by, 0x89]
const thetaRhoPi = moves.flatMap(({ from, to, by }) => [
  ...get(laneAt(from)),
  ...get(columnAt(from + 4)),
  XOR,
  ...get(columnAt(from + 1)),
  ...rotate(1),
  XOR,
  ...(by === 0 ? [] : rotate(by)),
  ...set(nextAt(to)),
])
const chi = Array.from({ length: LANES }, (_, at) => {
  const inRow = (by: number): number => nextAt(at - (at % 5) + ((at + by) % 5))
  // a ^ (~b & c)
  return [
    ...get(inRow(0)),
    ...get(inRow(1)),
    0x42,
    0x7f,
    XOR,
    ...get(inRow(2)),
    0x83,
    XOR,
    ...set(laneAt(at)),
  ]
}).flat()

const lanes = Array.from({ length: LANES }, (_, at) => at)
const I32 = 0x7f
const I64 = 0x7e
const END = 0x0b
const NOTHING = 0x40
const code = [
  ...[1, ...unsigned(2 * LANES + 5), I64],
  ...lanes.flatMap((at) => [0x41, 0, ...load(at * LANE_BYTES), ...set(laneAt(at))]),
  ...[0x03, NOTHING],
  ...columns,
  ...thetaRhoPi,
  ...chi,
  ...[...get(laneAt(0)), ...get(0), ...load(CONSTANTS_AT), XOR, ...set(laneAt(0))],
  // The next round, if there is one.
  ...[...get(0), 0x41, LANE_BYTES, 0x6a, 0x22, 0, 0x41, ...signed(ROUNDS * LANE_BYTES), 0x49, 0x0d, 0, END],
  ...lanes.flatMap((at) => [0x41, 0, ...get(laneAt(at)), 0x37, 3, ...unsigned(at * LANE_BYTES)]),
  END,
]

const section = (id: number, ...content: number[]): number[] => [id, ...unsigned(content.length), ...content]
const name = (text: string): number[] => [text.length, ...new TextEncoder().encode(text)]
const module = new Uint8Array([
  ...[0, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
  ...section(1, 1, 0x60, 1, I32, 0),
  ...section(3, 1, 0),
  ...section(5, 1, 0, 1),
  ...section(7, 2, ...name('memory'), 2, 0, ...name('permute'), 0, 0),
  ...section(10, 1, ...unsigned(code.length), ...code),
])

/** Node's types do not declare it. */
interface WebAssemblyOf<Exports> {
  readonly Module: new (code: Uint8Array) => object
  readonly Instance: new (compiled: object) => { readonly exports: Exports }
}
interface Permutation {
  readonly memory: { readonly buffer: ArrayBuffer }
  readonly permute: (firstRound: number) => void
}
const { Module, Instance } = (globalThis as unknown as { WebAssembly: WebAssemblyOf<Permutation> })
  .WebAssembly
const { memory, permute } = new Instance(new Module(module)).exports
const state = new Uint8Array(memory.buffer, 0, LANES * LANE_BYTES)
const constants = new DataView(memory.buffer, CONSTANTS_AT)
roundConstants().forEach((constant, round) => {
  constants.setBigUint64(round * LANE_BYTES, constant, true)
})

/** Keccak-256 of bytes of any length. */
export const wasmKeccak = (bytes: Uint8Array): Uint8Array => {
  state.fill(0)
  state.set(bytes.subarray(0, RATE))
  let at = 0
  for (; bytes.length - at >= RATE; at += RATE) {
    permute(0)
    for (let index = 0; index < RATE && at + RATE + index < bytes.length; index += 1)
      state[index] = (state[index] as number) ^ (bytes[at + RATE + index] as number)
  }
  const end = bytes.length - at
  state[end] = (state[end] as number) ^ 1
  state[RATE - 1] = (state[RATE - 1] as number) ^ 0x80
  permute(0)
  return state.slice(0, 32)
}
