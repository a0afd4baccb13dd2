/**
 * `api.quote`: quotes a second of POD power, end to end over HTTP: the request opened, its sender signed in, price and
 * wallet read from a real chain, the voucher signed and its order stored (durable PostgreSQL). 64 users at once, of whom
 * there are 1,000, 100,000 and a million. Against how many of the very same requests one core opens (RSA-2048-OAEP and
 * AES-128-GCM) and does nothing else with.
 */
import { openSealed } from '@dr/server/http/open-request'
import { startChain } from '@dr/server/modules/test-chain'
import { migrate } from '@dr/server/platform/database/migrate'
import { openPostgres } from '@dr/server/platform/database/postgres'
import { startPostgres } from '@dr/test-kit'
import { startClock } from './api/clock.ts'
import {
  fillWallets,
  forgetQuotes,
  growTown,
  PATH,
  type SealedQuote,
  sealQuotes,
  signIn,
} from './api/crowd.ts'
import { startApi } from './api/server.ts'
import { openWire } from './api/wire.ts'
import type { Bench, BenchContext } from './bench.ts'
import { type Figure, figure } from './figure.ts'
import { freePort } from './free-port.ts'
import { medianRound, takeTurns } from './rounds.ts'
import { figuresBySize, nameAt, SIZES } from './sizes.ts'

const CALLERS = 64
const ROUNDS = 7
const ROUND_MS = 2_000
const DATABASE = 'postgres'

type Api = Awaited<ReturnType<typeof startApi>>

/** Quotes a second. Ends early when every asker has all the vouchers there may be. */
const quote = async (port: number, quotes: SealedQuote[]): Promise<number> => {
  const wires = await Promise.all(Array.from({ length: CALLERS }, () => openWire(port)))
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
 * Requests that one core opens in a second, by the server's own code: by the processor's time, which on several cores is
 * less than what all of them open together, and which no other program takes from us.
 */
const openOnOneCore = async ({ imports }: Api, quotes: readonly SealedQuote[]): Promise<number> => {
  const before = process.cpuUsage()
  const end = performance.now() + ROUND_MS / 2
  let opened = 0
  const open = async (): Promise<void> => {
    while (performance.now() < end) {
      const { key, data, timestamp } = quotes[opened % quotes.length] as SealedQuote
      const privateKey = imports[opened++ % imports.length]
      if (!privateKey) throw new Error('no key')
      await openSealed({ privateKey, key, data, context: { method: 'POST', path: PATH, timestamp } })
    }
  }
  await Promise.all(Array.from({ length: CALLERS }, open))
  const { user, system } = process.cpuUsage(before)
  return (opened * 1_000_000) / (user + system)
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
  await growTown(database, { from: 0, size: SIZES[0] })
  await signIn(database)
  await startClock(database, chain)
  const port = await freePort()
  const api = await startApi(context, { chain, databaseUrl: cluster.url(DATABASE), port })
  return { database, port, api }
}

export const apiQuote: Bench = {
  figures: figuresBySize('api.quote', { of: 'ratio', is: 'at least', limit: 0.5 } as const),
  async run(context): Promise<Figure[]> {
    const { database, port, api } = await prepare(context)
    const figures: Figure[] = []
    let from = SIZES[0] as number
    for (const size of SIZES) {
      if (size > from) await growTown(database, { from, size })
      from = size
      const subject = async () => {
        await forgetQuotes(database)
        return quote(port, await sealQuotes(api))
      }
      await subject() // connections open, plans prepared, code compiled
      const quotes = await sealQuotes(api)
      const rounds = await takeTurns({
        rounds: ROUNDS,
        sides: { subject, reference: () => openOnOneCore(api, quotes) },
        onRound: (round) =>
          context.log(
            `api.quote, ${size} users: ${Math.round(round.subject)} quotes/s, one core opens ${Math.round(round.reference)}`,
          ),
      })
      const { subject: value, reference } = medianRound(rounds)
      figures.push(figure({ bench: nameAt('api.quote', size), value, unit: 'quotes/s', reference }))
    }
    return figures
  },
}
