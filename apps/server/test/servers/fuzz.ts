/**
 * Seeded random requests from the calls' own schemas. One that would be accepted and write something gets a
 * further error, so that none may ever change a row.
 */
import { PAGE_LIMIT_MAX } from '@dr/protocol/constants'
import { isObject, SURPLUS } from './corrupt.ts'
import { type CorruptedRequest, corruptedRequests, type DocumentedCall } from './document.ts'
import type { Random } from './random.ts'
import type { Raw, Scene } from './scene.ts'

/** Values that are invalid for any field. */
const HOSTILE: readonly unknown[] = [
  "' OR 1=1 --",
  "'; DROP TABLE users; --",
  '$1',
  '%s%n',
  '{{7*7}}',
  '../../etc/passwd',
  '<script>',
  '\u0000',
  '\ud800',
  '\u202e',
  'Ω≈ç√',
  '🦀'.repeat(50),
  'a'.repeat(5_000),
  '-0',
  '1e308',
  'NaN',
  'null',
  '[object Object]',
  0,
  -1,
  0.1,
  2 ** 31,
  2 ** 53,
  1e308,
  true,
  false,
  null,
  [],
  {},
  [[[[[[[[]]]]]]]],
  { toString: 1 },
  JSON.parse('{"__proto__":{"admin":true}}'),
  { constructor: { prototype: {} } },
  Array(500).fill('0'),
]

/** Values that match the form of some field at its limits, where databases and arithmetic fail. */
const EXTREME: readonly unknown[] = [
  '0',
  '1',
  String(2n ** 256n - 1n),
  String(2n ** 255n),
  String(2n ** 63n),
  String(2n ** 64n),
  '0000-01-01',
  '0001-01-01',
  '9999-12-31',
  '0000-01-01T00:00:00Z',
  '9999-12-31T23:59:59.999999999Z',
  `0x${'0'.repeat(40)}`,
  `0x${'f'.repeat(40)}`,
  `0x${'0'.repeat(64)}`,
  '00000000-0000-0000-0000-000000000000',
  'AAAAAAAAAAA',
  'f_________8',
  '_________8',
  '__________8',
  'x'.repeat(200),
  'AAAAAAAA',
  'm1',
  'all',
  0,
  1,
  2,
  PAGE_LIMIT_MAX,
  10_000,
  Number.MAX_SAFE_INTEGER,
]

interface Fuzzed {
  /** Name of the call, and its mutation. */
  readonly what: string
  readonly raw: Raw
  /** Whether it certainly cannot be accepted. */
  readonly refused: boolean
}

/** `way`: number of the mutation, counted up continuously. */
const mangleHeaders = (raw: Raw, { random, way }: { random: Random; way: number }): Raw => {
  const { headers } = raw
  const change: readonly (() => Record<string, string>)[] = [
    () => ({ ...headers, timestamp: random.pick(['0', '1e3', '-1', '9'.repeat(15), 'now', '']) }),
    () => ({ ...headers, key: random.pick(['', 'AAAA', 'A'.repeat(344), `${headers.key}=`, '\u00ff']) }),
    () => ({ ...headers, 'key-id': random.pick(['', '0', '../../signer', `${'0'.repeat(13)}-00000000`]) }),
    () => ({
      ...headers,
      'content-type': random.pick(['text/plain', 'application/xml', 'multipart/form-data', '']),
    }),
    () => ({ ...headers, 'content-encoding': 'gzip', timestamp: '1' }),
    () => Object.fromEntries(Object.entries(headers).filter(([name]) => name !== 'key')),
  ]
  const one = change[way % change.length] as (typeof change)[number]
  return { ...raw, headers: one() }
}

const manglePayload = (raw: Raw, random: Random): Raw => {
  const { payload = '' } = raw
  const cut = random.below(payload.length + 1)
  const change: readonly (() => string)[] = [
    () => payload.slice(0, cut),
    () => `${payload.slice(0, cut)}${random.pick(['A', '"', '\u0000', '}'])}${payload.slice(cut + 1)}`,
    () => '{"data":null}',
    () => `{"data":"${'A'.repeat(random.pick([10, 40_000, 80_000]))}"}`,
    () => `${'['.repeat(5_000)}${']'.repeat(5_000)}`,
    () => '{"data":"AAAA","data":"BBBB","__proto__":{}}',
  ]
  const mangled = random.pick(change)()
  return { ...raw, headers: { 'content-type': 'application/json', ...raw.headers }, payload: mangled }
}

const mangleTarget = (raw: Raw, random: Random): Raw => {
  const [path = '/', query] = raw.url.split('?', 2)
  const junk = random.pick(['%00', '..%2f..%2fetc%2fpasswd', '%ff', 'x'.repeat(3_000), '%F0%9F%A6%80', '-1'])
  const urls = [
    `${path}/${junk}`,
    `/${junk}${path}`,
    `${path}?${junk}=1`,
    `${path}?a[b]=1&a=2`,
    `/results/${junk}.json.gz`,
  ]
  const url = random.pick([
    ...urls,
    path.slice(0, -1),
    path.toUpperCase(),
    `${path}?${query ?? ''}&${SURPLUS}=1`,
  ])
  return { ...raw, url, method: random.pick(['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS']) }
}

/** Some fields with other values; if the call would accept it and write, with an additional field. */
const wildBody = ({ call, valid, request, resolve }: DocumentedCall, body: unknown, random: Random) => {
  const branch = resolve(random.pick((request.anyOf as (typeof request)[] | undefined) ?? [request]))
  const names = Object.keys({ ...(branch.properties as object), ...(isObject(body) ? body : {}) })
  const wild: Record<string, unknown> = isObject(body) ? { ...body } : {}
  for (const name of names) {
    if (random.chance(0.5)) wild[name] = random.pick(random.chance(0.6) ? EXTREME : HOSTILE)
    else if (random.chance(0.2)) delete wild[name]
  }
  const taken = call.request.safeParse(wild).success
  return taken && valid.moves ? { ...wild, [SURPLUS]: random.pick(HOSTILE) ?? 1 } : wild
}

export const createFuzzer = async (scene: Scene, calls: readonly DocumentedCall[], random: Random) => {
  const usable = calls.filter(({ valid }) => !valid.ownSession)
  const corrupted = new Map<DocumentedCall, readonly CorruptedRequest[]>()
  const bodies = new Map<DocumentedCall, unknown>()
  for (const documented of usable) {
    corrupted.set(documented, await corruptedRequests(documented, scene))
    bodies.set(documented, await documented.valid.body?.(scene))
  }
  const { alice, bob, newcomer, operator } = scene.people
  const anyToken = [alice, bob, newcomer, operator].map(({ token }) => token)
  /** A token that may make this call. */
  const rightToken = ({ access, valid }: DocumentedCall): string =>
    scene.people[valid.as ?? (access === 'operator' ? 'operator' : 'alice')].token
  /** Mostly a token that may make this call, sometimes another one, sometimes an invalid one. */
  const someToken = (documented: DocumentedCall): string => {
    if (random.chance(0.7)) return rightToken(documented)
    return random.pick(random.chance(0.6) ? anyToken : ['', 'x', 'A'.repeat(43)])
  }

  const sealed = usable.filter(({ valid }) => valid.body !== undefined)
  let ways = 0

  const next = async (): Promise<Fuzzed> => {
    const kind = random.below(10)
    // Only sealed requests have headers of the envelope; the session must not refuse them first.
    const documented = random.pick(kind === 7 ? sealed : usable)
    const { call, valid } = documented
    const params = valid.params?.(scene) ?? {}
    const token = kind === 7 ? rightToken(documented) : someToken(documented)
    const wrong = random.pick(corrupted.get(documented) as readonly CorruptedRequest[])
    const wrongRequest = () => scene.request(call, { params: wrong.params, body: wrong.body, token })
    if (kind < 2)
      return { what: `${call.name} ${wrong.kind} ${wrong.path}`, raw: await wrongRequest(), refused: true }
    if (kind < 7) {
      const body = wildBody(documented, bodies.get(documented), random)
      const wildParams = Object.fromEntries(
        Object.entries(params).map(([name, value]) => [
          name,
          random.chance(0.5)
            ? value
            : `${JSON.stringify(random.pick([...HOSTILE, ...EXTREME]))}x`.toWellFormed(),
        ]),
      )
      const raw = await scene.request(call, { params: wildParams, body, token })
      return { what: `${call.name} ${JSON.stringify(body).slice(0, 300)}`, raw, refused: false }
    }
    const raw = await wrongRequest()
    if (kind === 7) {
      const mangled = mangleHeaders(raw, { random, way: ways++ })
      return { what: `${call.name} headers`, raw: mangled, refused: false }
    }
    if (kind === 8) return { what: `${call.name} payload`, raw: manglePayload(raw, random), refused: false }
    return { what: `${call.name} target`, raw: mangleTarget(raw, random), refused: false }
  }
  return { next }
}
