/**
 * `api.quote`: POD power quotes a second over HTTP: decryption, session, price and wallet from a real
 * chain, signature, and storage of the order (durable PostgreSQL). 512 users wait concurrently, out of
 * 1,000, 100,000 and a million; `api.quote.few`: 64 of the million, since concurrent requests are processed
 * together at a lower cost. Reference: the number of the same requests that one core decrypts
 * (RSA-2048-OAEP and AES-128-GCM).
 */
import { openSealed } from '@dr/server/http/request/open-request'
import type { Database } from '@dr/server/platform/database/database'
import { migrate } from '@dr/server/platform/database/migration/migrate'
import { openPostgres } from '@dr/server/platform/database/postgres'
import { startChain } from '@dr/server/test/app/chain'
import { freePort, startPostgres } from '@dr/test-kit'
import { startClock } from './api/clock.ts'
import {
  addUsers,
  fillWallets,
  forgetQuotes,
  PATH,
  type SealedCall,
  sealQuotes,
  signIn,
} from './api/load-clients.ts'
import { startApi } from './api/server.ts'
import { openWire } from './api/wire.ts'
import type { Bench, BenchContext } from './bench.ts'
import { type Figure, figure } from './figure.ts'
import { medianRound, takeTurns } from './rounds.ts'
import { figuresBySize, nameAt, SIZES, type Size } from './sizes.ts'

const CALLERS = 512
const FEW = 64
/** Uncounted rounds, until code is compiled, connections are open and plans prepared. */
const WARM_UP_ROUNDS = 3
const ROUNDS = 7
/**
 * Maximum; a round ends sooner when every user has three open orders (9,000 quotes; 3,000 at 1k). Half a
 * second of it is for opening and closing connections.
 */
const ROUND_MS = 4_000
const DATABASE = 'postgres'

type Api = Awaited<ReturnType<typeof startApi>>
type Prepared = Awaited<ReturnType<typeof prepare>>

/** Quotes a second. Ends early when every user has the maximum of vouchers. */
const quote = async (port: number, quotes: SealedCall[], callers: number): Promise<number> => {
  const wires = await Promise.all(Array.from({ length: callers }, () => openWire(port)))
  const start = performance.now()
  const end = start + ROUND_MS
  let done = 0
  try {
    await Promise.all(
      wires.map(async (wire) => {
        for (let next = quotes.pop(); next && performance.now() < end; next = quotes.pop()) {
          const body = await wire.send(next.wire)
          if (!body.startsWith('{"code":0,')) throw new Error(body.slice(0, 500))
          done++
        }
      }),
    )
    return (done * 1_000) / (performance.now() - start)
  } finally {
    for (const wire of wires) wire.close()
  }
}

/**
 * Requests that one core decrypts in a second with the server's code, by processor time: on several cores
 * that is less than all together, and other programs do not affect it.
 */
const openOnOneCore = async ({ imports }: Api, quotes: readonly SealedCall[]): Promise<number> => {
  const before = process.cpuUsage()
  const end = performance.now() + ROUND_MS / 2
  let opened = 0
  const open = async (): Promise<void> => {
    while (performance.now() < end) {
      const { key, data, timestamp } = quotes[opened % quotes.length] as SealedCall
      const privateKey = imports[opened++ % imports.length]
      if (!privateKey) throw new Error('no key')
      await openSealed({ privateKey, key, data, context: { method: 'POST', path: PATH, timestamp } })
    }
  }
  await Promise.all(Array.from({ length: CALLERS }, open))
  const { user, system } = process.cpuUsage(before)
  return (opened * 1_000_000) / (user + system)
}

const grow = async (database: Database, from: number, size: Size): Promise<void> => {
  await addUsers(database, { from, size })
  await signIn(database, { from, size })
}

const prepare = async (context: BenchContext) => {
  const chain = await startChain()
  context.defer(chain.anvil.kill)
  await fillWallets(chain)
  const cluster = await startPostgres({ durable: true })
  context.defer(cluster.stop)
  const database = openPostgres({ url: cluster.url(DATABASE), poolMax: 2 })
  context.defer(() => database.close())
  await migrate(database)
  await grow(database, 0, SIZES[0]) // before the server registers its own users
  await startClock(database, chain)
  const port = await freePort()
  const api = await startApi(context, { chain, databaseUrl: cluster.url(DATABASE), port })
  return { database, port, api }
}

/** Median of several rounds of `callers`, each compared with the decryptions of one core. */
const measure = async (
  { database, port, api }: Prepared,
  { size, callers, log }: { size: Size; callers: number; log: (round: string) => void },
) => {
  const subject = async () => {
    await forgetQuotes(database)
    return quote(port, await sealQuotes(api, size), callers)
  }
  for (let warmUp = 0; warmUp < WARM_UP_ROUNDS; warmUp++) await subject()
  const quotes = await sealQuotes(api, size)
  const rounds = await takeTurns({
    rounds: ROUNDS,
    sides: { subject, reference: () => openOnOneCore(api, quotes) },
    onRound: (round) =>
      log(`${Math.round(round.subject)} quotes/s, one core opens ${Math.round(round.reference)}`),
  })
  const { subject: value, reference } = medianRound(rounds)
  return { value, unit: 'quotes/s', reference }
}

export const apiQuote: Bench = {
  figures: {
    ...figuresBySize('api.quote', { of: 'ratio', is: 'at least', limit: 0.5 } as const),
    'api.quote.few': 'unbounded',
  },
  async run(context): Promise<Figure[]> {
    const prepared = await prepare(context)
    const figures: Figure[] = []
    const take = async (bench: string, size: Size, callers: number) => {
      const log = (round: string) => context.log(`${bench}: ${round}`)
      figures.push(figure({ bench, ...(await measure(prepared, { size, callers, log })) }))
    }
    let from = SIZES[0] as number
    for (const size of SIZES) {
      if (size > from) await grow(prepared.database, from, size)
      from = size
      await take(nameAt('api.quote', size), size, CALLERS)
    }
    await take('api.quote.few', 1_000_000, FEW)
    return figures
  },
}
