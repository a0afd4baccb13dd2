/**
 * `signer.p99`, `signer.added`, `signer.rate`: cost of a signing process for a quote (ADR 0050). Two APIs
 * with separate databases: one with the key in a file, one with the signing process over a Unix socket,
 * whose journal is on disk. The same requests by turns.
 */
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { configuredContracts } from '@dr/contracts/configured-contracts'
import { migrate } from '@dr/server/platform/database/migration/migrate'
import { openPostgres } from '@dr/server/platform/database/postgres'
import { type Chain, signerKey, startChain } from '@dr/server/test/app/chain'
import {
  freePort,
  type PostgresCluster,
  spawnTied,
  startPostgres,
  stopProcess,
  testWallet,
} from '@dr/test-kit'
import { type Bench, type BenchContext, root } from '../bench.ts'
import { type Figure, figure } from '../figure.ts'
import { middleBy, takeTurns } from '../rounds.ts'
import { startClock } from './clock.ts'
import { addUsers, fillWallets, forgetQuotes, sealQuotes, signIn } from './load-clients.ts'
import { startApi } from './server.ts'
import { openWire } from './wire.ts'

const USERS = 1_000
const FEW = 8
const MANY = 64
const ROUND_MS = 4_000
const ROUNDS = 5
const WARM_UP_ROUNDS = 2
const ADDED_MAX_MS = 50
const RATE_MIN = 200
const START_TIMEOUT_MS = 30_000

interface Load {
  /** Milliseconds. */
  readonly p99: number
  readonly perSecond: number
}

/** The example's policy with a higher signature rate and unreachable caps. */
const policy = async (): Promise<string> => {
  const text = await readFile(join(root, 'deploy/signer/policy.example.json'), 'utf8')
  const raised = text.replaceAll(/"\d+"/g, '"100000000"').replace(/("signaturesPerSecond": )\d+/, '$110000')
  return raised
}

const startSigner = async (context: BenchContext, { deployment }: Chain): Promise<string> => {
  const directory = await mkdtemp(join(tmpdir(), 'dr-bench-signer-'))
  context.defer(() => rm(directory, { recursive: true }))
  const at = (name: string) => join(directory, name)
  await mkdir(at('secrets'), { mode: 0o700 })
  await writeFile(at('secrets/signer'), signerKey, { mode: 0o600 })
  await writeFile(at('policy.json'), await policy())
  const contracts = configuredContracts(deployment, testWallet('treasury').address)
  await writeFile(at('deployment.json'), JSON.stringify({ startBlock: deployment.startBlock, contracts }))
  const url = `unix:${at('signer.sock')}`
  const child = spawnTied(process.execPath, [join(root, 'apps/server/src/bin/signer.ts')], {
    environment: {
      CHAIN_ID: '31337',
      DEPLOYMENT_FILE: at('deployment.json'),
      SECRETS_DIR: at('secrets'),
      DATA_DIR: at('data'),
      SIGNER_LISTEN: url,
      SIGNER_POLICY_FILE: at('policy.json'),
    },
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk: Buffer) => {
      said = (said + chunk.toString()).slice(-2_000)
    })
  }
  context.defer(() => stopProcess(child, 'SIGTERM'))
  const until = performance.now() + START_TIMEOUT_MS
  while (!said.includes('the signing process is up')) {
    if (child.exitCode !== null || performance.now() > until) throw new Error(`it did not start: ${said}`)
    await delay(50)
  }
  return url
}

/** Starts an API with its own database, and returns rounds of quotes from it. */
const prepareSide = async (
  context: BenchContext,
  {
    chain,
    cluster,
    name,
    signerUrl,
  }: { chain: Chain; cluster: PostgresCluster; name: string; signerUrl?: string },
) => {
  const admin = openPostgres({ url: cluster.url('postgres'), poolMax: 1 })
  await admin.single.script(`CREATE DATABASE ${name}`)
  await admin.close()
  const databaseUrl = cluster.url(name)
  const database = openPostgres({ url: databaseUrl, poolMax: 2 })
  context.defer(() => database.close())
  await migrate(database)
  await addUsers(database, { from: 0, size: USERS })
  await signIn(database, { from: 0, size: USERS })
  await startClock(database, chain)
  const port = await freePort()
  const api = await startApi(context, { chain, databaseUrl, port, signerUrl })
  return async (callers: number): Promise<Load> => {
    await forgetQuotes(database)
    const quotes = await sealQuotes(api, USERS)
    const wires = await Promise.all(Array.from({ length: callers }, () => openWire(port)))
    const start = performance.now()
    const times: number[] = []
    await Promise.all(
      wires.map(async (wire) => {
        for (let next = quotes.pop(); next && performance.now() < start + ROUND_MS; next = quotes.pop()) {
          const sentAt = performance.now()
          const body = await wire.send(next.wire)
          if (!body.startsWith('{"code":0,')) throw new Error(body.slice(0, 500))
          times.push(performance.now() - sentAt)
        }
      }),
    )
    const perSecond = (times.length * 1_000) / (performance.now() - start)
    for (const wire of wires) wire.close()
    const sorted = times.toSorted((a, b) => a - b)
    return { p99: sorted[Math.floor(sorted.length * 0.99)] ?? Number.NaN, perSecond }
  }
}

export const signer: Bench = {
  figures: {
    'signer.p99': 'unbounded',
    'signer.added': { of: 'value', is: 'at most', limit: ADDED_MAX_MS },
    'signer.rate': { of: 'value', is: 'at least', limit: RATE_MIN },
  },
  async run(context): Promise<Figure[]> {
    const chain = await startChain()
    context.defer(chain.anvil.kill)
    await fillWallets(chain)
    const cluster = await startPostgres({ durable: true })
    context.defer(cluster.stop)
    const signerUrl = await startSigner(context, chain)
    const byProcess = await prepareSide(context, { chain, cluster, name: 'by_process', signerUrl })
    const byFile = await prepareSide(context, { chain, cluster, name: 'by_file' })
    for (let warmUp = 0; warmUp < WARM_UP_ROUNDS; warmUp++) {
      await byProcess(MANY)
      await byFile(MANY)
    }
    const roundsOf = (callers: number, of: keyof Load) =>
      takeTurns({
        rounds: ROUNDS,
        sides: {
          subject: async () => (await byProcess(callers))[of],
          reference: async () => (await byFile(callers))[of],
        },
        onRound: ({ subject, reference }) =>
          context.log(`${of}, ${callers} at a time: ${subject.toFixed(1)}, by file ${reference.toFixed(1)}`),
      })
    const waits = middleBy(await roundsOf(FEW, 'p99'), ({ subject, reference }) => subject - reference)
    const rates = middleBy(await roundsOf(MANY, 'perSecond'), ({ subject, reference }) => subject / reference)
    const { subject, reference } = waits
    return [
      figure({ bench: 'signer.p99', value: subject, unit: 'ms', reference }),
      figure({ bench: 'signer.added', value: subject - reference, unit: 'ms', reference: ADDED_MAX_MS }),
      figure({ bench: 'signer.rate', value: rates.subject, unit: 'quotes/s', reference: rates.reference }),
    ]
  },
}
