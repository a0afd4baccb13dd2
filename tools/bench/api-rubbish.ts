/**
 * `api.rubbish`: 99th percentile of the latency of signed-in users while 1,000 addresses send 5,000 invalid
 * requests a second (undecryptable, stale, not encrypted, or with a made-up token) under the real limits;
 * half of the users share such an address. Reference: the same users without the flood. Measured from five
 * seconds after its start, behind HAProxy with the file of `deploy/proxy`; `api.rubbish.bare`: without a
 * proxy, unlike production. One API process, durable PostgreSQL; everything shares the machine.
 */
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { setTimeout as delay } from 'node:timers/promises'
import { CALLS } from '@dr/protocol/calls/index'
import { migrate } from '@dr/server/platform/database/migration/migrate'
import { openPostgres } from '@dr/server/platform/database/postgres'
import { startChain } from '@dr/server/test/app/chain'
import { freePort, spawnTied, startPostgres, stopProcess } from '@dr/test-kit'
import { startClock } from './api/clock.ts'
import { addUsers, sealFor, signIn, tokenOf } from './api/load-clients.ts'
import { startProxy } from './api/proxy.ts'
import { startApi } from './api/server.ts'
import { openWire } from './api/wire.ts'
import { type Bench, type BenchContext, root } from './bench.ts'
import { type Figure, figure } from './figure.ts'
import { medianRound, percentile, takeTurns } from './rounds.ts'

const ADDRESSES = 1_000
const RUBBISH_A_SECOND = 5_000
/** Minimum share of the flood that must be sent; otherwise the measurement is invalid. */
const SENT_AT_LEAST = 0.9
const PEOPLE = 200
/** Total of all users, who send in turn: one request every two seconds for each. */
const REQUESTS_A_SECOND = 100
const ROUNDS = 5
const BARE_ROUNDS = 3
const ROUND_MS = 10_000
const FIRST_MS = 5_000
const DATABASE = 'postgres'
const P99 = 0.99

interface Flood {
  /** Ends the flood. */
  report(): Promise<{ sent: number; ms: number; statuses: Record<string, number> }>
}

const startFlood = async ({ defer }: BenchContext, port: number, keyId: string): Promise<Flood> => {
  const script = `${root}tools/bench/api/rubbish.ts`
  const child = spawnTied(process.execPath, [
    script,
    ...[port, ADDRESSES, RUBBISH_A_SECOND].map(String),
    keyId,
  ])
  const stop = () => stopProcess(child, 'SIGTERM')
  defer(stop)
  if (!child.stdout) throw new Error('the flood has no output')
  const lines = createInterface({ input: child.stdout })
  const [first] = (await once(lines, 'line')) as [string]
  if (first !== 'open') throw new Error(`the flood did not start: ${first}`)
  const turn = () => void child.kill('SIGUSR1')
  turn()
  return {
    report: async () => {
      const said = once(lines, 'line') as Promise<[string]>
      turn()
      const [line] = await said
      await stop() // a proxy closes connections that are idle
      return JSON.parse(line) as Awaited<ReturnType<Flood['report']>>
    },
  }
}

type Api = Awaited<ReturnType<typeof startApi>>

/**
 * Latency of each request in milliseconds. Requests are sent on schedule, whether earlier ones are answered
 * or not.
 */
const ask = async (port: number, api: Api, forMs: number): Promise<number[]> => {
  const wires = await Promise.all(
    Array.from({ length: PEOPLE }, (_, index) =>
      // Half of the users share an address of the flood.
      openWire(port, { localAddress: index % 2 === 0 ? `127.1.0.${1 + index}` : `127.2.0.${1 + index}` }),
    ),
  )
  const waits: Promise<number>[] = []
  const start = performance.now()
  try {
    for (let sent = 0; performance.now() < start + forMs; sent++) {
      const due = start + (sent * 1_000) / REQUESTS_A_SECOND
      if (due > performance.now()) await delay(due - performance.now())
      const index = sent % PEOPLE
      const { wire: request } = await sealFor(api, {
        path: CALLS.getProfile.path,
        token: tokenOf(1 + index),
        body: {},
      })
      const sentAt = performance.now()
      const wire = wires[index]
      if (!wire) throw new Error('no connection')
      waits.push(
        wire.send(request).then((body) => {
          if (!body.startsWith('{"code":0,')) throw new Error(body.slice(0, 500))
          return performance.now() - sentAt
        }),
      )
    }
    return await Promise.all(waits)
  } finally {
    for (const wire of wires) wire.close()
  }
}

const prepare = async (context: BenchContext) => {
  const chain = await startChain()
  context.defer(chain.anvil.kill)
  const cluster = await startPostgres({ durable: true })
  context.defer(cluster.stop)
  const database = openPostgres({ url: cluster.url(DATABASE), poolMax: 2 })
  context.defer(() => database.close())
  await migrate(database)
  await addUsers(database, { from: 0, size: 1_000 })
  await signIn(database, { from: 0, size: 1_000 })
  await startClock(database, chain)
  const port = await freePort()
  const options = { chain, databaseUrl: cluster.url(DATABASE), port, limitFactor: 1, trustProxy: '127.0.0.1' }
  const api = await startApi(context, options)
  return { port, api }
}

interface Measured {
  readonly name: string
  /** Port that flood and users send to. */
  readonly port: number
  readonly api: Api
  readonly rounds: number
}

const measure = async (context: BenchContext, { name, port, api, rounds }: Measured): Promise<Figure> => {
  const quiet = async () => percentile(await ask(port, api, ROUND_MS), P99)
  const flooded = async () => {
    const flood = await startFlood(context, port, api.keyId)
    await ask(port, api, FIRST_MS)
    const waits = await ask(port, api, ROUND_MS)
    const { sent, ms, statuses } = await flood.report()
    const rate = (sent * 1_000) / ms
    context.log(`${name}: ${Math.round(rate)} a second, answered ${JSON.stringify(statuses)}`)
    if (rate < RUBBISH_A_SECOND * SENT_AT_LEAST)
      throw new Error(`only ${Math.round(rate)} a second were sent`)
    return percentile(waits, P99)
  }
  await quiet() // plans prepared, code compiled
  const taken = await takeTurns({
    rounds,
    sides: { subject: flooded, reference: quiet },
    onRound: (round) =>
      context.log(`${name}: p99 ${round.subject.toFixed(1)} ms, quiet ${round.reference.toFixed(1)} ms`),
  })
  const { subject: value, reference } = medianRound(taken)
  return figure({ bench: name, value, unit: 'ms', reference })
}

export const apiRubbish: Bench = {
  figures: { 'api.rubbish': { of: 'ratio', is: 'at most', limit: 2 }, 'api.rubbish.bare': 'unbounded' },
  async run(context): Promise<Figure[]> {
    const { port, api } = await prepare(context)
    const proxy = await startProxy(context, port)
    return [
      await measure(context, { name: 'api.rubbish', port: proxy, api, rounds: ROUNDS }),
      await measure(context, { name: 'api.rubbish.bare', port, api, rounds: BARE_ROUNDS }),
    ]
  },
}
