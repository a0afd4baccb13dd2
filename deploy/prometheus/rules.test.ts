import { execFile, spawnSync } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { describe, expect, onTestFinished, test } from 'vitest'
import { FAULTS, type Fault, withFault } from './faults.ts'
import { readRules } from './read-rules.ts'
import { type AllSeries, QUIET, STEP_SECONDS, valuesOf } from './series.ts'

const folder = fileURLToPath(new URL('.', import.meta.url))
const file = (name: string) => join(folder, name)
const run = promisify(execFile)
const isInstalled = (program: string) => spawnSync(program, ['--version']).status === 0
const MISSING = ['promtool', 'amtool'].filter((program) => !isInstalled(program))
if (MISSING.length > 0) process.stderr.write(`SKIPPED: simulated alarms (not here: ${MISSING.join(', ')})\n`)
test.skipIf(!process.env.CI || MISSING.length === 0)('promtool and amtool are installed', () =>
  expect(MISSING).toEqual([]),
)

/** In steps of 15 s: the fault comes after 6 minutes, and the alarm is checked two minutes later. */
const FAULT_AT = 24
const SEEN_AT = FAULT_AT + 120 / STEP_SECONDS
/** The first six hours have all events of a quiet day. */
const QUIET_HOURS = process.env.FULL === '1' ? 7 * 24 : 6

const seconds = (step: number) => `${step * STEP_SECONDS}s`

interface Simulation {
  readonly name: string
  readonly series: AllSeries
  readonly steps: number
  /** Firing alarms by step. */
  readonly firing: readonly (readonly [step: number, alarms: readonly string[]])[]
}

const FIRING = 'count by (alertname) (ALERTS{alertstate="firing",alertname!="Watchdog"})'

const testOf = ({ name, series, steps, firing }: Simulation) => ({
  name,
  interval: `${STEP_SECONDS}s`,
  input_series: Object.entries(series).map(([of, figure]) => ({
    series: of,
    values: valuesOf(figure, steps),
  })),
  promql_expr_test: firing.map(([step, alarms]) => ({
    expr: `sum by (alertname) (${FIRING} > bool 0)`,
    eval_time: seconds(step),
    exp_samples: alarms.map((alarm) => ({ labels: `{alertname="${alarm}"}`, value: 1 })),
  })),
})

/** Rejects with promtool's output. JSON is YAML. */
const simulate = async (tests: readonly object[]): Promise<void> => {
  const directory = await mkdtemp(join(tmpdir(), 'dr-rules-'))
  onTestFinished(() => rm(directory, { recursive: true }))
  const input = join(directory, 'simulation.json')
  const document = {
    rule_files: [file('rules.yml')],
    evaluation_interval: `${STEP_SECONDS}s`,
    tests,
  }
  await writeFile(input, JSON.stringify(document))
  await run('promtool', ['test', 'rules', input], { maxBuffer: 100_000_000 }).catch(
    (error: Error & { stdout: string; stderr: string }) => {
      throw new Error(`${error.stdout}\n${error.stderr}`)
    },
  )
}

const rules = await readRules()

/** Figures that only a leader shows: at first no second process does. */
const LEADERS = [
  ...new Set(
    Object.entries(QUIET)
      .filter(([, figure]) => figure(0) === undefined)
      .map(([series]) => series.split('{')[0] ?? ''),
  ),
]

describe('the alarms', () => {
  const names = rules.map(({ alert }) => alert)

  test('each has a name of its own, a severity, a summary and a section of the runbook; no section is left over', async () => {
    expect(new Set(names).size).toBe(names.length)
    for (const { alert, labels, annotations } of rules) {
      expect([alert, ['page', 'ticket', 'none'].includes(labels.severity ?? '')]).toEqual([alert, true])
      expect([alert, annotations.runbook_url]).toEqual([alert, `docs/runbook.md#${alert.toLowerCase()}`])
      expect(annotations.summary).toMatch(/\S/)
    }
    const runbook = await readFile(file('../../docs/runbook.md'), 'utf8')
    const sections = [...runbook.matchAll(/^### (\w+)\n([\s\S]*?)(?=^##|(?![\s\S]))/gm)]
    expect(sections.map(([, name]) => name).toSorted()).toEqual(names.toSorted())
    for (const [, name, text = ''] of sections)
      for (const part of ['Means', 'Look at', 'Do', 'Do not'])
        expect([name, part, text.includes(`- **${part}**: `)]).toEqual([name, part, true])
  })

  test('each has a fault that is simulated', () => {
    expect(Object.keys(FAULTS).toSorted()).toEqual(names.filter((name) => name !== 'Watchdog').toSorted())
  })
})

describe.skipIf(MISSING.includes('promtool'))('the alarms, simulated by promtool', () => {
  test('the examples are configurations that Prometheus takes', async () => {
    await run('promtool', ['check', 'rules', file('rules.yml')])
    await run('promtool', ['check', 'config', '--syntax-only', file('prometheus.yml')])
  })

  test('two minutes after a fault its alarm fires, with those that follow from it and no other', async () => {
    await simulate(
      Object.entries(FAULTS).map(([name, fault]) =>
        testOf({
          name,
          series: withFault(QUIET, fault, FAULT_AT),
          steps: SEEN_AT + 1,
          firing: [
            [FAULT_AT - 1, []],
            [SEEN_AT, [name, ...(fault.beside ?? [])].toSorted()],
          ],
        }),
      ),
    )
  })

  test('a failover that is over in half a minute is a ticket, and wakes no one', async () => {
    const over = 30 / STEP_SECONDS
    const failover = {
      changes: {
        database_server_refused_total: (before: number, since: number) =>
          before + 5 * Math.min(since + 1, over + 1),
        database_timeline: (before: number, since: number) => before + (since < over ? 0 : 1),
      },
    }
    const later = Array.from({ length: 12 }, (_, step) => FAULT_AT + over + step)
    await simulate([
      testOf({
        name: 'failover',
        series: withFault(QUIET, failover, FAULT_AT),
        steps: FAULT_AT + over + later.length,
        firing: later.map((step) => [step, ['DatabaseFailedOver']]),
      }),
    ])
  })

  test('an alarm by a figure of the leader’s stays while another process becomes leader', async () => {
    const lasting = rules.filter(({ keep_firing_for }) => keep_firing_for).map(({ alert }) => alert)
    const needed = rules.filter(({ expr }) =>
      LEADERS.some((name) => expr.startsWith(name) || expr.includes(`(${name}`)),
    )
    expect(LEADERS.length).toBeGreaterThan(5)
    expect(needed.map(({ alert }) => alert).filter((alert) => !lasting.includes(alert))).toEqual([])
    /** A minute without a leader, and then the other one is it. */
    const gone = Array.from({ length: 60 / STEP_SECONDS }, (_, step) => SEEN_AT + 1 + step)
    const without = ([first = 0]: readonly number[], series: AllSeries): AllSeries =>
      Object.fromEntries(
        Object.entries(series).map(([name, figure]) => [
          name,
          (step: number) =>
            LEADERS.some((leader) => name.startsWith(leader)) && step >= first ? undefined : figure(step),
        ]),
      )
    await simulate(
      lasting
        .filter((name) => needed.some(({ alert }) => alert === name))
        .map((name) => {
          const fault = FAULTS[name] as Fault
          const firing = [name, ...(fault.beside ?? [])].toSorted()
          return testOf({
            name: `${name}, no leader`,
            series: without(gone, withFault(QUIET, fault, FAULT_AT)),
            steps: SEEN_AT + gone.length + 1,
            firing: [SEEN_AT, ...gone].map((step) => [step, firing]),
          })
        }),
    )
  })

  test('a backup that no host knows of is an alarm; one whose host is away, once it is as old as the alarm', async () => {
    const figure = 'backup_last_success_timestamp_seconds'
    const minutes = (count: number) => (count * 60) / STEP_SECONDS
    const hours = (count: number) => minutes(60 * count)
    const gone: Fault = { changes: { [figure]: 'gone' } }
    /** 25 hours before the first step. */
    const old = Object.fromEntries(
      Object.keys(QUIET)
        .filter((name) => name.startsWith(figure))
        .map((name) => [name, () => -25 * 3_600]),
    )
    /** With FULL until Prometheus itself has forgotten it. */
    const end = hours(process.env.FULL === '1' ? 30 : 2)
    const later = Array.from({ length: 300 }, (_, step) => hours(1) + minutes(2) + step * minutes(7))
    await simulate([
      testOf({
        name: 'never noted',
        series: withFault(QUIET, gone, 0),
        steps: minutes(3),
        firing: [
          [minutes(1) - 1, []],
          [minutes(2), ['BackupOld']],
        ],
      }),
      testOf({
        name: 'its host is away',
        series: withFault({ ...QUIET, ...old }, gone, FAULT_AT),
        steps: end,
        firing: [
          [SEEN_AT, []],
          [hours(1), []],
          ...later.filter((step) => step < end).map((step) => [step, ['BackupOld']] as const),
        ],
      }),
      testOf({
        name: 'no host is watched',
        series: Object.fromEntries(Object.entries(QUIET).filter(([name]) => !name.includes('job="node"'))),
        steps: minutes(3),
        firing: [[minutes(2), []]],
      }),
    ])
  })

  test(`in ${QUIET_HOURS} quiet hours, with a daily update of each process, nothing fires`, async () => {
    const steps = (QUIET_HOURS * 3_600) / STEP_SECONDS
    const quiet = testOf({ name: 'quiet', series: QUIET, steps, firing: [] })
    const everFired = {
      expr: `count by (alertname) (count_over_time(ALERTS{alertstate="firing",alertname!="Watchdog"}[${QUIET_HOURS}h]))`,
      eval_time: seconds(steps - 1),
      exp_samples: [],
    }
    const watched = {
      expr: 'count_over_time(ALERTS{alertname="Watchdog"}[1h])',
      eval_time: seconds(steps - 1),
      exp_samples: [
        {
          labels: '{alertname="Watchdog", alertstate="firing", severity="none"}',
          value: 3_600 / STEP_SECONDS + 1,
        },
      ],
    }
    await simulate([{ ...quiet, promql_expr_test: [everFired, watched] }])
  }, 3_600_000)
})

test.skipIf(MISSING.includes('amtool'))(
  'the example of Alertmanager sends each severity somewhere',
  async () => {
    await run('amtool', ['check-config', file('alertmanager.yml')])
    for (const [labels, receiver] of [
      ['severity=page', 'page'],
      ['severity=ticket', 'ticket'],
      ['alertname=Watchdog', 'heartbeat'],
    ] as const) {
      const route = ['config', 'routes', 'test', '--config.file', file('alertmanager.yml'), labels]
      expect((await run('amtool', route)).stdout.trim()).toBe(receiver)
    }
  },
)
