import { type Anvil, startAnvil, testWallet } from '@dr/test-kit'
import {
  createPublicClient,
  getContractAddress,
  type Hex,
  http,
  parseSignature,
  serializeCompactSignature,
  serializeErc6492Signature,
  signatureToCompactSignature,
} from 'viem'
import { foundry } from 'viem/chains'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { lowerHex } from '../../../platform/hex.ts'
import {
  createDigestVerifier,
  createSignatureVerifier,
  type VerifyDigest,
  type VerifySignature,
} from './verify-signature.ts'

const alice = testWallet('alice')
const MESSAGE = 'Sign in to Digital Rights.'
const WALLET = '0x00000000000000000000000000000000000c0de1' as const
/** Signature that the contract wallet below accepts as its owner's: 65 bytes beginning with this word. */
const PASSPHRASE = '5ec3e7'.padEnd(64, '0')
const OWNER_SIGNATURE = lowerHex(`0x${PASSPHRASE}${'00'.repeat(33)}`)

/**
 * A contract wallet in 56 bytes of code. `isValidSignature(bytes32 hash, bytes signature)`: the first word of
 * the signature is at 0x64 of the call data; if it is the passphrase the result is EIP-1271's 0x1626ba7e,
 * else 0.
 */
const CODE: Hex = `0x${[
  '606435', // CALLDATALOAD(0x64)
  `7f${PASSPHRASE}`, // PUSH32 passphrase
  '14', // EQ
  '631626ba7e', // PUSH4 magic
  '02', // MUL
  '60e01b', // SHL 224
  '600052', // MSTORE at 0
  '60206000f3', // RETURN 32 bytes
].join('')}`

const compactOf = (signature: Hex): Hex =>
  serializeCompactSignature(signatureToCompactSignature(parseSignature(signature)))

let anvil: Anvil
let verify: VerifySignature
let verifyDigest: VerifyDigest
const calls: string[] = []

beforeAll(async () => {
  anvil = await startAnvil()
  await anvil.client.setAutomine(true)
  await anvil.client.setCode({ address: WALLET, bytecode: CODE })
  const transport = http(anvil.url, {
    onFetchRequest: async (request) => {
      calls.push(((await request.clone().json()) as { method: string }).method)
    },
  })
  const client = createPublicClient({ chain: foundry, transport })
  verify = createSignatureVerifier(client)
  verifyDigest = createDigestVerifier(client)
})
afterAll(() => anvil.stop())

describe('verify', () => {
  test('an ordinary account is recovered without asking the chain', async () => {
    calls.length = 0
    const signature = await alice.signMessage({ message: MESSAGE })
    expect(await verify({ address: lowerHex(alice.address), message: MESSAGE, signature })).toBe(true)
    expect(calls).toEqual([])
  })

  test.each([0, 1, 2, 3])('a compact signature (EIP-2098) is one of the same key (%i)', async (n) => {
    calls.length = 0
    const message = `${MESSAGE} ${n}`
    const compact = compactOf(await alice.signMessage({ message }))
    expect(compact).toHaveLength(2 + 128)
    expect(await verify({ address: lowerHex(alice.address), message, signature: compact })).toBe(true)
    expect(calls).toEqual([])
    const byBob = compactOf(await testWallet('bob').signMessage({ message }))
    expect(await verify({ address: lowerHex(alice.address), message, signature: byBob })).toBe(false)
  })

  test('another text, another signer, or no signature at all is refused', async () => {
    const signature = await alice.signMessage({ message: MESSAGE })
    const byBob = await testWallet('bob').signMessage({ message: MESSAGE })
    expect(await verify({ address: lowerHex(alice.address), message: `${MESSAGE}!`, signature })).toBe(false)
    expect(await verify({ address: lowerHex(alice.address), message: MESSAGE, signature: byBob })).toBe(false)
    for (const nonsense of [
      '0x00',
      `0x${'00'.repeat(65)}`,
      `0x${'ff'.repeat(65)}`,
      `0x${'12'.repeat(500)}`,
    ] as const) {
      expect(await verify({ address: lowerHex(alice.address), message: MESSAGE, signature: nonsense })).toBe(
        false,
      )
    }
  })

  test('a contract wallet is asked (EIP-1271)', async () => {
    expect(await verify({ address: WALLET, message: MESSAGE, signature: OWNER_SIGNATURE })).toBe(true)
    const wrong = lowerHex(`0x${'11'.repeat(65)}`)
    expect(await verify({ address: WALLET, message: MESSAGE, signature: wrong })).toBe(false)
    // The contract gets the signature unchanged: 64 bytes are valid for it.
    const short = lowerHex(`0x${PASSPHRASE}${'00'.repeat(32)}`)
    expect(await verify({ address: WALLET, message: MESSAGE, signature: short })).toBe(true)
  })

  test('a wallet that is not deployed yet brings its deployment along (ERC-6492)', async () => {
    // The canonical CREATE2 factory of the local chain: data = salt ‖ init code.
    const factory = '0x4e59b44847b379578588920ca78fbf26c0b4956c' as const
    const size = ((CODE.length - 2) / 2).toString(16).padStart(2, '0')
    const initCode = lowerHex(`0x60${size}600c60003960${size}6000f3${CODE.slice(2)}`)
    const salt = lowerHex(`0x${'00'.repeat(32)}`)
    const address = lowerHex(
      getContractAddress({ opcode: 'CREATE2', from: factory, salt, bytecode: initCode }),
    )
    const wrap = (signature: Hex) =>
      serializeErc6492Signature({ address: factory, data: `${salt}${initCode.slice(2)}`, signature })
    expect(await anvil.client.getCode({ address })).toBeUndefined()
    expect(await verify({ address, message: MESSAGE, signature: wrap(OWNER_SIGNATURE) })).toBe(true)
    expect(await verify({ address, message: MESSAGE, signature: wrap(`0x${'11'.repeat(65)}`) })).toBe(false)
    // The check deployed nothing.
    expect(await anvil.client.getCode({ address })).toBeUndefined()
  })

  test('when the chain cannot be asked, that is no answer about the signature', async () => {
    const nowhere = createPublicClient({ transport: http('http://127.0.0.1:9', { retryCount: 0 }) })
    const refused = createSignatureVerifier(nowhere)({
      address: WALLET,
      message: MESSAGE,
      signature: OWNER_SIGNATURE,
    })
    await expect(refused).rejects.toThrow()
  })
})

describe('verify a digest', () => {
  const digest = lowerHex(`0x${'d1'.repeat(32)}`)

  test('a compact signature (EIP-2098) is one of the same key', async () => {
    const signature = compactOf(await alice.sign({ hash: digest }))
    expect(await verifyDigest({ address: lowerHex(alice.address), digest, signature })).toBe(true)
  })

  test('an ordinary account is recovered without asking the chain; another one’s signature is refused', async () => {
    calls.length = 0
    const signature = await alice.sign({ hash: digest })
    expect(await verifyDigest({ address: lowerHex(alice.address), digest, signature })).toBe(true)
    expect(calls).toEqual([])
    const bob = await testWallet('bob').sign({ hash: digest })
    expect(await verifyDigest({ address: lowerHex(alice.address), digest, signature: bob })).toBe(false)
    expect(
      await verifyDigest({
        address: lowerHex(alice.address),
        digest: lowerHex(`0x${'d2'.repeat(32)}`),
        signature,
      }),
    ).toBe(false)
  })

  test('a contract wallet is asked (EIP-1271)', async () => {
    expect(await verifyDigest({ address: WALLET, digest, signature: OWNER_SIGNATURE })).toBe(true)
    expect(await verifyDigest({ address: WALLET, digest, signature: `0x${'11'.repeat(65)}` })).toBe(false)
  })
})
