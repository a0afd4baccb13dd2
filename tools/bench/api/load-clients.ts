/**
 * Users who ask for quotes: registered, signed in, with DR and USDR in their wallets; and all the others of
 * the database.
 */
import { createHash } from 'node:crypto'
import { type EnvelopeKey, sealRequest } from '@dr/protocol/envelope'
import { makeToken, TOKEN_RANDOM_BYTES } from '@dr/server/modules/users/sign-in/session-token.rules'
import type { Database } from '@dr/server/platform/database/database'
import { addressesOf, type Chain, ONE } from '@dr/server/test/app/chain'
import { type Address, encodeAbiParameters, keccak256, toHex } from 'viem'
import type { Size } from '../sizes.ts'
import { TOKEN_SECRET } from './server.ts'

export const PATH = '/api/v1/mining/pod-power-signature'
/** Who asks; the others are there. Each has three open vouchers at most. */
const ASKERS = 3_000
const VOUCHERS_EACH = 3
const FIRST_OTHER_ID = 10_000_000
const DR_ASKED = 100n * ONE
/** Where OpenZeppelin's ERC-20 keeps balances. */
const BALANCES_SLOT = 0n

const addressOf = (user: number): Address => toHex(BigInt(user) + (1n << 159n), { size: 20 })
/** As the API makes them. */
export const tokenOf = (user: number): string => {
  const random = createHash('sha256').update(`bench ${user}`).digest().subarray(0, TOKEN_RANDOM_BYTES)
  return makeToken(TOKEN_SECRET, random)
}
const hashOf = (token: string): string => `0x${createHash('sha256').update(token).digest('hex')}`

/** Gives every asker both tokens, straight into the chain's storage. */
export const fillWallets = async ({ anvil, client, deployment }: Chain): Promise<void> => {
  const { dr, usdr } = addressesOf(deployment)
  const value = toHex(1_000_000n * ONE, { size: 32 })
  const words = [{ type: 'address' }, { type: 'uint256' }] as const
  for (let user = 1; user <= ASKERS; user++) {
    const index = keccak256(encodeAbiParameters(words, [addressOf(user), BALANCES_SLOT]))
    await Promise.all([dr, usdr].map((address) => anvil.client.setStorageAt({ address, index, value })))
  }
  await anvil.mine()
  const abi = [
    {
      type: 'function',
      name: 'balanceOf',
      stateMutability: 'view',
      inputs: [{ type: 'address' }],
      outputs: [{ type: 'uint256' }],
    },
  ] as const
  for (const address of [dr, usdr]) {
    const call = { address, abi, functionName: 'balanceOf', args: [addressOf(ASKERS)] } as const
    if ((await client.readContract(call)) !== BigInt(value)) throw new Error('a balance is kept elsewhere')
  }
}

/** Users and sessions up to `size`, and an order that was used for every tenth of them. */
export const addUsers = async (database: Database, { from, size }: { from: number; size: Size }) => {
  const code = `(SELECT string_agg(substr('ABCDEFGHJKLMNPQRSTUVWXYZ23456789', 1 + ((n >> (5 * i)) & 31)::int, 1), '')
    FROM generate_series(0, 7) i)`
  const wallet = `'0x80' || lpad(to_hex(n), 38, '0')`
  await database.transaction((tx) =>
    tx.script(`SET LOCAL statement_timeout = 0; SET LOCAL session_replication_role = replica;
    ALTER TABLE users ALTER COLUMN id RESTART WITH ${FIRST_OTHER_ID}; -- whom the server itself registers
    INSERT INTO users (id, address, invite_code, activated_at, registered_at) OVERRIDING SYSTEM VALUE
      SELECT n, ${wallet}, ${code}, now(), now() FROM generate_series(${from + 1}::bigint, ${size}) n;
    INSERT INTO session (user_id, token_hash, created_at, expires_at)
      SELECT n, '0x' || encode(sha256(('other ' || n)::bytea), 'hex'), now(), now() + interval '1 day'
      FROM generate_series(${Math.max(from, ASKERS) + 1}::bigint, ${size}) n;
    INSERT INTO voucher_order (id, kind, user_id, account, contract, nonce, deadline, digest, status, typed_data,
        signature, prices, outgoing, incoming, remaining, details, issued_at_block, created_at, tx_hash, block_number,
        resolved_at)
      SELECT lpad(to_hex(n), 32, '0')::uuid, 'buy-pod-power', n, ${wallet}, ${wallet}, 0, 1,
        '0x' || encode(sha256(('digest ' || n)::bytea), 'hex'), 'used', jsonb_build_object('filler', repeat('x', 900)),
        '0x', '{}', '[]', '[]', 0, '{"power":"1","drPrice":"1"}', 1, now(), '0x' || encode(sha256(('tx ' || n)::bytea), 'hex'), 1, now()
      FROM generate_series(${Math.max(from, ASKERS) + 1}::bigint, ${size}, 10) n`),
  )
  for (const table of ['users', 'session', 'voucher_order']) {
    await database.single.script(`VACUUM ANALYZE ${table}`)
  }
}

/** All who ask, of a database of `size` users. */
const askersOf = (size: Size): number[] =>
  Array.from({ length: Math.min(size, ASKERS) }, (_, index) => index + 1)

/** Those who ask and were not there at `from`. */
export const signIn = async (database: Database, { from, size }: { from: number; size: Size }) => {
  const newcomers = askersOf(size).filter((user) => user > from)
  await database.single.query({
    text: `INSERT INTO session (user_id, token_hash, created_at, expires_at)
      SELECT n, hash, now(), now() + interval '1 day' FROM unnest($1::bigint[], $2::text[]) AS s (n, hash)`,
    values: [newcomers, newcomers.map((user) => hashOf(tokenOf(user)))],
  })
}

/** One request as it goes over the wire, and what it takes to open it. */
export interface SealedCall {
  readonly wire: Buffer
  readonly key: string
  readonly data: string
  readonly timestamp: string
}

/** A request of the one who has `token`, as the app sends it. */
export const sealFor = async (
  { publicKey, keyId }: { readonly publicKey: EnvelopeKey; readonly keyId: string },
  { path, token, body: content }: { readonly path: string; readonly token: string; readonly body: unknown },
): Promise<SealedCall> => {
  const timestamp = String(Date.now())
  const context = { method: 'POST', path, timestamp }
  const { headers, body } = await sealRequest({ publicKey, keyId, body: content, context })
  const payload = JSON.stringify(body)
  const head = {
    host: 'localhost',
    'content-type': 'application/json',
    'content-length': String(payload.length),
    authorization: `Bearer ${token}`,
    ...headers,
  }
  const lines = Object.entries(head).map(([name, value]) => `${name}: ${value}`)
  const wire = Buffer.from(`POST ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n${payload}`)
  return { wire, key: headers.key, data: body.data, timestamp }
}

/**
 * All the quotes the askers may have open at once, each another one, in an order that spreads them over the
 * askers.
 */
export const sealQuotes = async (
  key: { publicKey: EnvelopeKey; keyId: string },
  size: Size,
): Promise<SealedCall[]> => {
  const quotes: SealedCall[] = []
  for (let turn = 0; turn < VOUCHERS_EACH; turn++) {
    for (const user of askersOf(size)) {
      const drAmount = DR_ASKED + BigInt(turn) * ONE
      const body = { drAmount: drAmount.toString() }
      quotes.push(await sealFor(key, { path: PATH, token: tokenOf(user), body }))
    }
  }
  return quotes
}

/** As if the vouchers of the round before had never been: the askers may ask for as many again. */
export const forgetQuotes = async ({ single }: Database): Promise<void> => {
  await single.script(`DELETE FROM voucher_order WHERE status = 'open'`)
  await single.script('VACUUM voucher_order')
}
