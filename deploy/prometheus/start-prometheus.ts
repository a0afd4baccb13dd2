/** A real Prometheus with the rules of this folder, as a separate process. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort, isInstalled, spawnTied, stopProcess } from '@dr/test-kit'
import { fillFile } from '@dr/test-kit/deploy-files'
import { expect, onTestFinished } from 'vitest'
import { parse } from 'yaml'
import * as z from 'zod'

const INTERVAL_SECONDS = 15
const MILLISECONDS = { s: 1_000, m: 60_000 } as const

export interface Target {
  readonly job: 'api' | 'indexer' | 'worker'
  readonly port: number
}

const alertsSchema = z.object({
  data: z.object({
    alerts: z.array(z.object({ state: z.string(), labels: z.record(z.string(), z.string()) })),
  }),
})

export const isPrometheusInstalled = (): boolean => isInstalled('prometheus')

/** Divides every duration of the rules (`for`, `keep_firing_for`, ranges and offsets), but no threshold. */
const quicken = (rules: string, factor: number): string => {
  const shorter = (value: string, unit: string) =>
    `${(Number(value) * MILLISECONDS[unit as keyof typeof MILLISECONDS]) / factor}ms`
  return rules.replaceAll(
    /(\b(?:keep_firing_)?for: |\[|\boffset )(\d+)([sm])\b/g,
    (_, before: string, value: string, unit: string) => `${before}${shorter(value, unit)}`,
  )
}

const targetsOf = (targets: readonly Target[]): string =>
  JSON.stringify(targets.map(({ job, port }) => ({ targets: [`127.0.0.1:${port}`], labels: { job } })))

const document = z.looseObject({ scrape_configs: z.array(z.looseObject({ job_name: z.string() })) })

/**
 * Jobs of `prometheus.yml`, each with other targets; `replace`: further deployment-specific texts in them.
 */
export const jobsOf = (
  targets: Readonly<Record<string, readonly string[]>>,
  replace: Readonly<Record<string, string>> = {},
): readonly object[] => {
  const jobs = document.parse(parse(fillFile('prometheus/prometheus.yml', replace))).scrape_configs
  return Object.entries(targets).map(([name, at]) => {
    const job = jobs.find(({ job_name }) => job_name === name)
    if (!job) throw new Error(`prometheus.yml has no job ${name}`)
    return { ...job, static_configs: [{ targets: at }] }
  })
}

/**
 * Ends with the test. `factor`: divisor of all durations of production: the interval of scrapes and
 * evaluations, and the durations in the rules. `jobs`: further jobs to scrape.
 */
export const startPrometheus = async (
  first: readonly Target[],
  factor: number,
  jobs: readonly object[] = [],
) => {
  const directory = await mkdtemp(join(tmpdir(), 'dr-prometheus-'))
  onTestFinished(() => rm(directory, { recursive: true }))
  const file = (name: string) => join(directory, name)
  const watch = (targets: readonly Target[]) => writeFile(file('targets.json'), targetsOf(targets))
  const interval = `${(INTERVAL_SECONDS * 1_000) / factor}ms`
  const config = {
    global: { scrape_interval: interval, scrape_timeout: interval, evaluation_interval: interval },
    rule_files: ['rules.yml'],
    scrape_configs: [
      { job_name: 'processes', file_sd_configs: [{ files: ['targets.json'], refresh_interval: '1s' }] },
      ...jobs,
    ],
  }
  const rules = await readFile(new URL('rules.yml', import.meta.url), 'utf8')
  await writeFile(file('rules.yml'), quicken(rules, factor))
  await writeFile(file('prometheus.json'), JSON.stringify(config))
  await watch(first)
  const port = await freePort()
  const origin = `http://127.0.0.1:${port}`
  const child = spawnTied('prometheus', [
    `--config.file=${file('prometheus.json')}`,
    `--storage.tsdb.path=${file('data')}`,
    `--web.listen-address=127.0.0.1:${port}`,
    '--log.level=warn',
  ])
  onTestFinished(() => stopProcess(child, 'SIGTERM'))
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => {
      said += chunk.toString()
    })
  const isReady = async () => {
    if (child.exitCode !== null) throw new Error(`Prometheus ended: ${said}`)
    return (await fetch(`${origin}/-/ready`).catch(() => undefined))?.status
  }
  await expect.poll(isReady, { timeout: 30_000 }).toBe(200)
  const query = async (expression: string): Promise<unknown> =>
    (await fetch(`${origin}/api/v1/query?query=${encodeURIComponent(expression)}`)).json()
  return {
    watch,
    query,
    /** Firing alarms: the alarm's name, with its disk or `job`. */
    firing: async (): Promise<readonly string[]> => {
      const { data } = alertsSchema.parse(await (await fetch(`${origin}/api/v1/alerts`)).json())
      const names = data.alerts
        .filter(({ state, labels }) => state === 'firing' && labels.alertname !== 'Watchdog')
        .map(({ labels: { alertname = '', mountpoint, job } }) =>
          [alertname, mountpoint ?? job ?? []].flat().join(' '),
        )
      return [...new Set(names)].toSorted()
    },
  }
}
