import { expect, it } from 'vitest'
import { wholeSignature } from './whole-signature.ts'

// The two test vectors of EIP-2098.
it.each([
  [
    '0x68a020a209d3d56c46f38cc50a33f704f4a9a10a59377f8dd762ac66910e9b907e865ad05c4035ab5792787d4a0297a43617ae897930a6fe4d822b8faea52064',
    '0x68a020a209d3d56c46f38cc50a33f704f4a9a10a59377f8dd762ac66910e9b907e865ad05c4035ab5792787d4a0297a43617ae897930a6fe4d822b8faea520641b',
  ],
  [
    '0x9328da16089fcba9bececa81663203989f2df5fe1faa6291a45381c81bd17f76939c6d6b623b42da56557e5e734a43dc83345ddfadec52cbe24d0cc64f550793',
    '0x9328da16089fcba9bececa81663203989f2df5fe1faa6291a45381c81bd17f76139c6d6b623b42da56557e5e734a43dc83345ddfadec52cbe24d0cc64f5507931c',
  ],
] as const)('%s in 65 bytes', (compact, whole) => {
  expect(wholeSignature(compact)).toBe(whole)
  expect(wholeSignature(whole)).toBe(whole)
})

it.each(['0x', '0x00', `0x${'12'.repeat(500)}`] as const)('%s is not a compact signature', (bytes) => {
  expect(wholeSignature(bytes)).toBe(bytes)
})
