/**
 * Keccak-256 for trees of millions of leaves, several times as fast as the one in JavaScript. Not for the
 * browser, whose policies forbid WebAssembly.
 */
import { createKeccak } from 'hash-wasm'

const hasher = await createKeccak(256)

/** Keccak-256 of bytes of any length. */
export const wasmKeccak = (bytes: Uint8Array): Uint8Array => hasher.init().update(bytes).digest('binary')
