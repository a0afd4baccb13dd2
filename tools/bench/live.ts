/**
 * 10,000 open streams on one API process, with a block every 0.75 s, as on BNB Smart Chain. `live.idle`:
 * their processor use, in cores. Reference: as many polling apps, 15 requests a minute each, 6 of 10
 * encrypted; since one process cannot answer that many, the cost of one such request times their number.
 * `live.memory`: the process's memory with the streams, compared with its memory after answering polls.
 * `live.fanout`: milliseconds from the commit that announces a block to its message at the clients, the
 * 99th percentile over all streams and sent blocks (every fourth, ADR 0045). Clients, server, database and
 * chain share the machine.
 */
import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { setTimeout as delay } from 'node:timers/promises'
import { CALLS } from '@dr/protocol/calls/index'
import { type EnvelopeKey, sealRequest } from '@dr/protocol/envelope'
import type { Database } from '@dr/server/platform/database/database'
import { migrate } from '@dr/server/platform/database/migration/migrate'
import { openPostgres } from '@dr/server/platform/database/postgres'
import { startChain } from '@dr/server/test/app/chain'
import { freePort, spawnTied, startPostgres, stopProcess } from '@dr/test-kit'
import { startClock } from './api/clock.ts'
import { addUsers, signIn, tokenOf } from './api/load-clients.ts'
import { startApi } from './api/server.ts'
import { openWire } from './api/wire.ts'
import { type Bench, type BenchContext, root } from './bench.ts'
import { figure } from './figure.ts'

const STREAMS = 10_000
const BLOCK_MS = 750
const MEASURED_MS = 30_000
/** `hold-blocks.ts`: sends the first block after 2.5 s. */
const BLOCKS_A_MESSAGE = Math.ceil(2_500 / BLOCK_MS)
/** 14 to 17 before ADR 0045. */
const POLLS_A_MINUTE = 15
const POLLERS = 8
const POLLS = 4_000
const USERS = 1_000
const FANOUT_LIMIT_MS = 500
const DATABASE = 'postgres'

const TICKS_A_SECOND = Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }))

/** Processor seconds of a process, in user and kernel mode. */
const processorSeconds = (pid: number): number => {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) / TICKS_A_SECOND
}

const residentMb = (pid: number): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1_024

interface Delays {
  readonly count: number
  readonly p50: number
  readonly p99: number
  readonly max: number
}

const openStreams = async (context: BenchContext, port: number): Promise<() => Promise<Delays>> => {
  const child = spawnTied(process.execPath, [
    `${root}tools/bench/live/streams.ts`,
    String(port),
    String(STREAMS),
  ])
  context.defer(() => stopProcess(child, 'SIGKILL'))
  child.stderr?.on('data', (chunk: Buffer) => context.log(chunk.toString()))
  const lines = createInterface({ input: child.stdout as NodeJS.ReadableStream })
  await once(lines, 'line')
  return async () => {
    child.kill('SIGUSR2')
    const [line] = (await once(lines, 'line')) as [string]
    return JSON.parse(line) as Delays
  }
}

/** Announces blocks at their rate until the time is over; returns their number. */
const announceBlocks = async (database: Database): Promise<number> => {
  const start = performance.now()
  let blocks = 0
  for (; performance.now() - start < MEASURED_MS; blocks += 1) {
    const now = Date.now()
    const value = { blockNumber: now, timestamp: Math.floor(now / 1_000) }
    await database.transaction((tx) => tx.announce({ topic: 'block', value }))
    await delay(Math.max(0, start + (blocks + 1) * BLOCK_MS - performance.now()))
  }
  return blocks
}

/** Requests of an open Home, as bytes: 6 of 10 encrypted, each for another user. */
const sealPolls = async (key: { publicKey: EnvelopeKey; keyId: string }): Promise<Buffer[]> => {
  const { path } = CALLS.miningInfo
  const sealed = async (user: number): Promise<Buffer> => {
    const context = { method: 'POST', path, timestamp: String(Date.now()) } as const
    const { headers, body } = await sealRequest({ ...key, body: {}, context })
    const payload = JSON.stringify(body)
    const head = {
      host: 'localhost',
      'content-type': 'application/json',
      'content-length': String(payload.length),
      authorization: `Bearer ${tokenOf(user)}`,
      ...headers,
    }
    const lines = Object.entries(head).map(([name, value]) => `${name}: ${value}`)
    return Buffer.from(`POST ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n${payload}`)
  }
  const open = [CALLS.overview, CALLS.drgvPrice, CALLS.getPackageConfigList].map((call) =>
    Buffer.from(`GET ${call.path} HTTP/1.1\r\nhost: localhost\r\n\r\n`),
  )
  const polls: Buffer[] = []
  for (let n = 0; n < POLLS; n += 1) {
    polls.push(n % 10 < 6 ? await sealed(2 + (n % (USERS - 1))) : (open[n % open.length] as Buffer))
  }
  return polls
}

const sendAll = async (port: number, polls: readonly Buffer[]): Promise<void> => {
  const wires = await Promise.all(Array.from({ length: POLLERS }, () => openWire(port)))
  const queue = polls.values()
  await Promise.all(
    wires.map(async (wire) => {
      for (const poll of queue) {
        const body = await wire.send(poll)
        if (!body.includes('"code":0,')) throw new Error(body.slice(0, 500))
      }
    }),
  )
  for (const wire of wires) wire.close()
}

export const live: Bench = {
  figures: {
    'live.idle': { of: 'ratio', is: 'at most', limit: 0.05 },
    'live.memory': { of: 'ratio', is: 'at most', limit: 2 },
    'live.fanout': { of: 'value', is: 'at most', limit: FANOUT_LIMIT_MS },
  },
  async run(context) {
    const chain = await startChain()
    context.defer(chain.anvil.kill)
    const cluster = await startPostgres({ durable: true })
    context.defer(cluster.stop)
    const database = openPostgres({ url: cluster.url(DATABASE), poolMax: 2 })
    context.defer(() => database.close())
    await migrate(database)
    await startClock(database, chain)
    const port = await freePort()
    const { pid, ...key } = await startApi(context, { chain, databaseUrl: cluster.url(DATABASE), port })

    // The server creates the first user itself.
    await addUsers(database, { from: 1, size: USERS })
    await signIn(database, { from: 1, size: USERS })

    const polls = await sealPolls(key)
    await sendAll(port, polls.splice(0, POLLS / 2)) // plans prepared, code compiled
    const before = processorSeconds(pid)
    await sendAll(port, polls)
    const pollSeconds = (processorSeconds(pid) - before) / (POLLS / 2)
    const polling = (pollSeconds * STREAMS * POLLS_A_MINUTE) / 60
    context.log(`live: a poll costs ${(pollSeconds * 1_000).toFixed(2)} ms of the API's processor`)

    const memory = residentMb(pid)
    const delays = await openStreams(context, port)
    const withStreams = residentMb(pid)
    await delays()
    const start = { at: performance.now(), seconds: processorSeconds(pid) }
    const blocks = await announceBlocks(database)
    await delay(1_000)
    const cores = ((processorSeconds(pid) - start.seconds) * 1_000) / (performance.now() - start.at)
    const late = await delays()
    context.log(`live: ${late.count} messages of ${blocks} blocks to ${STREAMS} streams`)
    if (late.count < (blocks / BLOCKS_A_MESSAGE - 1) * STREAMS) throw new Error('blocks are missing')
    context.log(`live: ${blocks} blocks, p50 ${late.p50} ms, p99 ${late.p99} ms, max ${late.max} ms`)
    return [
      figure({ bench: 'live.idle', value: cores, unit: 'cores', reference: polling }),
      figure({ bench: 'live.memory', value: withStreams, unit: 'MB', reference: memory }),
      figure({ bench: 'live.fanout', value: late.p99, unit: 'ms', reference: FANOUT_LIMIT_MS }),
    ]
  },
}
