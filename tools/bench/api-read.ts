/**
 * `api.read`: public reads without a body a second, all by turns, from one complete API process (limits in
 * PostgreSQL, security headers, metrics, a chain), 64 connections. Reference: a bare Fastify in another
 * process with as many connections.
 */
import { CALLS } from '@dr/protocol/calls/index'
import { migrate } from '@dr/server/platform/database/migration/migrate'
import { openPostgres } from '@dr/server/platform/database/postgres'
import { startChain } from '@dr/server/test/app/chain'
import { freePort, spawnTied, startPostgres, stopProcess } from '@dr/test-kit'
import { startClock } from './api/clock.ts'
import { startApi } from './api/server.ts'
import { openWire } from './api/wire.ts'
import { type Bench, type BenchContext, root } from './bench.ts'
import { type Figure, figure } from './figure.ts'
import { medianRound, takeTurns } from './rounds.ts'

const CALLERS = 64
const ROUNDS = 7
const ROUND_MS = 2_000
const DATABASE = 'postgres'
/** Query of a call that needs one. */
const QUERIES: Readonly<Record<string, string>> = {
  priceHistory: '?token=DR&range=24h',
  commonValue: '?key=withdrawalMinimumDr',
}

/**
 * Every public GET without parameters, or with the same for all callers: neither an inviter, which differs,
 * nor the draw's, which is off.
 */
const PATHS = Object.values(CALLS)
  .filter(
    ({ name, method, access, path, tag }) =>
      method === 'GET' &&
      access === 'public' &&
      !path.includes(':') &&
      tag !== 'game' &&
      name !== CALLS.getInviter.name,
  )
  .map(({ name, path }) => path + (QUERIES[name] ?? ''))

const requestOf = (path: string): Buffer => Buffer.from(`GET ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n`)

/** Answers a second. */
const read = async (port: number, paths: readonly string[]): Promise<number> => {
  const requests = paths.map(requestOf)
  const wires = await Promise.all(Array.from({ length: CALLERS }, () => openWire(port)))
  const start = performance.now()
  let done = 0
  try {
    await Promise.all(
      wires.map(async (wire, caller) => {
        for (let turn = caller; performance.now() < start + ROUND_MS; turn++) {
          const body = await wire.send(requests[turn % requests.length] as Buffer)
          if (!body.includes('"code":0,'))
            throw new Error(`${paths[turn % paths.length]}: ${body.slice(0, 500)}`)
          done++
        }
      }),
    )
    return (done * 1_000) / (performance.now() - start)
  } finally {
    for (const wire of wires) wire.close()
  }
}

const startBare = async (context: BenchContext): Promise<number> => {
  const port = await freePort()
  const child = spawnTied(process.execPath, [`${root}tools/bench/bare-server.ts`], {
    environment: { PORT: String(port) },
  })
  context.defer(() => stopProcess(child, 'SIGTERM'))
  for (let tries = 0; tries < 300; tries++) {
    if ((await fetch(`http://127.0.0.1:${port}/`).catch(() => undefined))?.ok) return port
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error('the bare server did not start')
}

const startProduct = async (context: BenchContext): Promise<number> => {
  const chain = await startChain()
  context.defer(chain.anvil.kill)
  const cluster = await startPostgres({ durable: true })
  context.defer(cluster.stop)
  const database = openPostgres({ url: cluster.url(DATABASE), poolMax: 2 })
  context.defer(() => database.close())
  await migrate(database)
  await startClock(database, chain)
  const port = await freePort()
  await startApi(context, { chain, databaseUrl: cluster.url(DATABASE), port })
  return port
}

export const apiRead: Bench = {
  figures: { 'api.read': { of: 'ratio', is: 'at least', limit: 0.35 } },
  async run(context): Promise<Figure[]> {
    const [port, bare] = [await startProduct(context), await startBare(context)]
    const subject = () => read(port, PATHS)
    await subject() // connections open, plans prepared, code compiled
    const rounds = await takeTurns({
      rounds: ROUNDS,
      sides: { subject, reference: () => read(bare, ['/']) },
      onRound: (round) =>
        context.log(`api.read: ${Math.round(round.subject)} reads/s, bare ${Math.round(round.reference)}`),
    })
    const { subject: value, reference } = medianRound(rounds)
    return [figure({ bench: 'api.read', value, unit: 'reads/s', reference })]
  },
}
