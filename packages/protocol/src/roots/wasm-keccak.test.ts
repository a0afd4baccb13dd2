import { keccak_256 } from '@noble/hashes/sha3.js'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { wasmKeccak } from './wasm-keccak.ts'

const bytes = (length: number) => fc.uint8Array({ minLength: length, maxLength: length })

test('is Keccak-256, of leaves, of nodes and of any length', () => {
  const any = fc.oneof(bytes(160), bytes(128), fc.uint8Array({ maxLength: 500 }))
  fc.assert(
    fc.property(any, (input) => {
      expect(wasmKeccak(input)).toEqual(keccak_256(input))
    }),
  )
})

test('about the end of a block, where padding begins', () => {
  for (const length of [0, 1, 134, 135, 136, 137, 271, 272, 273]) {
    const input = Uint8Array.from({ length }, (_, at) => at * 7)
    expect(wasmKeccak(input), String(length)).toEqual(keccak_256(input))
  }
})

test('keeps nothing of the hash before', () => {
  const first = wasmKeccak(new Uint8Array(160).fill(1))
  const copy = first.slice()
  wasmKeccak(new Uint8Array(128).fill(2))
  expect(first).toEqual(copy)
  expect(wasmKeccak(new Uint8Array(160).fill(1))).toEqual(copy)
})
