/** Compares rules, dashboard and documents with the metrics of a real server. */
import { readFile } from 'node:fs/promises'
import { get } from 'node:http'
import { fileURLToPath } from 'node:url'
import { describeOnPostgres, openTestPostgres } from '@dr/test-kit'
import { expect, onTestFinished, test } from 'vitest'
import * as z from 'zod'
import { signerKey } from '../../apps/server/test/app/chain.ts'
import { prepareData } from '../../apps/server/test/app/server-data.ts'
import { startChain } from '../../apps/server/test/app/test-app.ts'
import { startServerProcess } from '../../apps/server/test/servers/server-process.ts'
import {
  prepareSigner,
  removeFolder,
  startSignerProcess,
} from '../../apps/server/test/servers/signer-process.ts'
import { metricsIn } from './metrics-in.ts'
import { readRules } from './read-rules.ts'

const read = (path: string) => readFile(fileURLToPath(new URL(`../../${path}`, import.meta.url)), 'utf8')

const PATIENCE = { timeout: 60_000, interval: 500 }

interface Shown {
  /** Label names of a metric, if it has series. */
  readonly labels: ReadonlyMap<string, ReadonlySet<string>>
  readonly help: ReadonlyMap<string, string>
}

/** Metrics of Prometheus itself. */
const ALWAYS: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ['up', new Set<string>()],
  ['ALERTS', new Set(['alertname', 'alertstate'])],
])
const EVERY_SERIES = ['job', 'instance']
/** By the rule's label `source`. */
const OF_EXPORTERS: Readonly<Record<string, RegExp>> = {
  blackbox_exporter: /^(?:probe_success|probe_ssl_earliest_cert_expiry)$/,
  node_exporter: /^(?:up|node_filesystem_(?:avail|size)_bytes|backup_last_success_timestamp_seconds)$/,
  // Patroni 3.0, patroni/api.py
  patroni:
    /^(?:up|patroni_(?:postgres_running|primary|replica|sync_standby|xlog_location|xlog_replayed_location))$/,
}

const parse = (text: string): Shown => {
  const help = new Map(
    Array.from(text.matchAll(/^# HELP (\S+) (.*)$/gm), ([, name = '', is = '']) => [name, is]),
  )
  const labels = new Map<string, Set<string>>()
  for (const name of help.keys()) labels.set(name, new Set())
  for (const [, name = '', list = ''] of text.matchAll(/^([a-z_0-9]+)(?:\{(.*)\})? \S+$/gm)) {
    const found = labels.get(name) ?? new Set()
    for (const [, label = ''] of list.matchAll(/(\w+)="(?:\\.|[^"\\])*"/g)) found.add(label)
    labels.set(name, found)
  }
  return { labels, help }
}

const unknownIn = (expression: string, { labels: shown }: Shown): string[] =>
  metricsIn(expression).flatMap(({ name, labels }) => {
    const known = shown.get(name) ?? ALWAYS.get(name)
    if (!known) return [name]
    return labels
      .filter((label) => !known.has(label) && !EVERY_SERIES.includes(label))
      .map((label) => `${name}{${label}}`)
  })

const merged = (one: Shown, other: Shown): Shown => ({
  labels: new Map([...other.labels, ...one.labels]),
  help: new Map([...other.help, ...one.help]),
})

/** Metrics of a signing process. */
const readSigner = async (): Promise<string> => {
  const folder = await prepareSigner({ signer: signerKey })
  onTestFinished(() => removeFolder(folder))
  await startSignerProcess(folder.environment)
  return new Promise((resolve, reject) => {
    get({ socketPath: folder.socket, path: '/metrics' }, (response) => {
      response
        .setEncoding('utf8')
        .toArray()
        .then((parts) => resolve(parts.join('')), reject)
    }).once('error', reject)
  })
}

/**
 * Metrics of a process that leads as indexer and as worker, after it has compared the reserves and read the
 * record of the pools' depth, the last to be set.
 */
const readFigures = async (): Promise<Shown> => {
  const chain = await startChain()
  onTestFinished(() => chain.anvil.stop())
  await chain.anvil.client.setIntervalMining({ interval: 1 })
  const { database, url } = await openTestPostgres()
  onTestFinished(() => database.close())
  const server = await startServerProcess({
    PORT: '0',
    GAME: 'on',
    DATA_DIR: await prepareData(chain),
    RPC_URLS: chain.anvil.url,
    DATABASE_URL: url,
    DATABASE_POOL_MAX: '4',
  })
  const origin = `http://localhost:${server.port}`
  await fetch(`${origin}/api/v1/public/keys`)
  const read = async () => parse(await (await fetch(`${origin}/metrics`)).text())
  for (const last of ['vault_checked_block', 'exchange_depth_age_seconds', 'roots_troubles'])
    await expect.poll(async () => (await read()).labels.get(last)?.size, PATIENCE).toBeGreaterThan(0)
  return merged(await read(), parse(await readSigner()))
}

test('an expression’s figures are found, with their labels, and nothing else of it', () => {
  expect(
    metricsIn('sum by (le) (rate(a_b_bucket{x=~"y{z", q!=""}[5m] offset 1m)) > bool 2e3 and on () c_d'),
  ).toEqual([
    { name: 'a_b_bucket', labels: ['x', 'q', 'le'] },
    { name: 'c_d', labels: ['le'] },
  ])
})

describeOnPostgres('what a server shows', () => {
  let found: Promise<Shown> | undefined
  /** Shared by all tests; the first one starts the server. */
  const figures = () => {
    found ??= readFigures()
    return found
  }

  test('has each figure, with its labels, that an alarm reads', async () => {
    const shown = await figures()
    for (const { alert, expr, labels } of await readRules()) {
      const exporter = OF_EXPORTERS[labels.source ?? '']
      if (labels.source === undefined) expect([alert, unknownIn(expr, shown)]).toEqual([alert, []])
      else
        for (const { name } of metricsIn(expr))
          expect([alert, name, exporter?.test(name)]).toEqual([alert, name, true])
    }
  })

  test('whose help speaks of an alarm is read by one', async () => {
    const shown = await figures()
    const used = new Set((await readRules()).flatMap(({ expr }) => metricsIn(expr).map(({ name }) => name)))
    const promised = [...shown.help].filter(([, help]) => /\balarm\b/.test(help)).map(([name]) => name)
    expect(promised.length).toBeGreaterThan(10)
    expect(promised.filter((name) => !used.has(name))).toEqual([])
  })

  test('has each figure that the dashboard reads; its panels do not overlap', async () => {
    const shown = await figures()
    const place = z.object({ x: z.number(), y: z.number(), w: z.number(), h: z.number() })
    const panel = z.object({
      id: z.number(),
      title: z.string(),
      gridPos: place,
      targets: z.array(z.object({ expr: z.string() })).min(1),
    })
    const dashboard = z
      .object({ schemaVersion: z.number(), uid: z.string(), panels: z.array(panel) })
      .parse(JSON.parse(await read('deploy/grafana/dashboard.json')))
    const cells = new Set<string>()
    for (const { title, gridPos, targets } of dashboard.panels) {
      for (const { expr } of targets) expect([title, unknownIn(expr, shown)]).toEqual([title, []])
      for (let x = gridPos.x; x < gridPos.x + gridPos.w; x++)
        for (let y = gridPos.y; y < gridPos.y + gridPos.h; y++) {
          expect([title, x < 24, cells.has(`${x},${y}`)]).toEqual([title, true, false])
          cells.add(`${x},${y}`)
        }
    }
    expect(new Set(dashboard.panels.map(({ id }) => id)).size).toBe(dashboard.panels.length)
  })

  test.each(['docs/operations.md', 'docs/runbook.md', 'docs/settings.md', 'ARCHITECTURE.md'])(
    'has each figure that %s names',
    async (path) => {
      const shown = await figures()
      /** First words of metrics' names: other words with the same beginning must be metrics too. */
      const families = new Set([...shown.help.keys()].map((name) => name.split('_', 1)[0]))
      /** Tables and roles of the database. */
      const OF_DATABASE = new Set([
        'dr_api',
        'dr_indexer',
        'dr_worker',
        'suspense_event',
        'voucher_order',
        'mining_collect',
        'chain_number',
        'chain_clock',
      ])
      const named = Array.from(
        (await read(path)).matchAll(/`([a-z]+(?:_[a-z]+)+)(?:\{[^`}]*\})?[^`]*`/g),
        ([, name = '']) => name,
      )
      const wrong = named.filter(
        (name) => families.has(name.split('_', 1)[0]) && !shown.labels.has(name) && !OF_DATABASE.has(name),
      )
      expect(wrong).toEqual([])
    },
  )
})
