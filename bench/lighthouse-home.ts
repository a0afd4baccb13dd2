/** `lighthouse.home.*`: Lighthouse on Home of the running product, its own mobile settings, the median of three runs. */
import { writeFileSync } from 'node:fs'
import { findChromium, LAUNCH_ARGUMENTS } from '@dr/e2e/fixtures/chromium'
import { freePort } from '@dr/e2e/fixtures/product'
import lighthouse, { type Result } from 'lighthouse'
import { chromium } from 'playwright-core'
import type { Bench } from './bench.ts'
import { figure } from './figure.ts'
import { startApp } from './product.ts'
import { middleBy } from './rounds.ts'

const RUNS = 3
const CATEGORIES = ['performance', 'accessibility', 'best-practices'] as const
type Scores = Readonly<Record<(typeof CATEGORIES)[number], number>>
const FULL_MARKS = 100
/** Lighthouse gives 0 … 1; people say 0 … 100. */
const points = (score: number | null | undefined): number => Math.round((score ?? Number.NaN) * FULL_MARKS)

/** In its own words "something went wrong with recording the trace": then it asks to be run again. */
const ATTEMPTS = 3
/** Of the kernel's groups of processes, one a session; -20 … 19 as with `nice`. */
const GROUP_PRIORITY = -19

/**
 * Lighthouse multiplies by four what a task took on the clock, other programs' turns included. Where the system lets us
 * (Linux, as root), the browser goes before them; elsewhere the machine should do nothing else.
 */
const putFirst = (pid: number, log: (line: string) => void): void => {
  try {
    writeFileSync(`/proc/${pid}/autogroup`, String(GROUP_PRIORITY))
  } catch (error) {
    log(`lighthouse.home: no priority for the browser (${(error as Error).message})`)
  }
}

/** Audits that cost points, for who has to find the cause. */
const lostIn = ({ categories, audits }: Result, category: (typeof CATEGORIES)[number]): string[] =>
  (categories[category]?.auditRefs ?? [])
    .filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 1)
    .map(({ id }) => `${id} ${audits[id]?.displayValue ?? audits[id]?.title ?? ''}`.trim())

/** One run in a browser of its own: nothing is cached. */
const runLighthouse = async (url: string, log: (line: string) => void): Promise<Result | undefined> => {
  const port = await freePort()
  const args = [...LAUNCH_ARGUMENTS, `--remote-debugging-port=${port}`]
  const browser = await chromium.launchServer({ executablePath: findChromium(), args })
  try {
    const { pid } = browser.process()
    if (pid !== undefined) putFirst(pid, log)
    return (await lighthouse(url, { port, onlyCategories: [...CATEGORIES], logLevel: 'error' }))?.lhr
  } finally {
    await browser.close()
  }
}

const audit = async (url: string, log: (line: string) => void): Promise<Scores> => {
  let result: Result | undefined
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    result = await runLighthouse(url, log)
    if (result && !result.runtimeError) break
    log(`lighthouse.home: ${result?.runtimeError?.message ?? 'no answer'}`)
  }
  if (!result || result.runtimeError) throw new Error(`Lighthouse could not audit ${url}`)
  const { categories, environment } = result
  const scores = Object.fromEntries(
    CATEGORIES.map((category) => [category, points(categories[category]?.score)]),
  ) as Scores
  log(`lighthouse.home: ${JSON.stringify(scores)}, machine ${environment.benchmarkIndex}`)
  for (const category of CATEGORIES) {
    for (const lost of lostIn(result, category)) log(`lighthouse.home.${category}: ${lost}`)
  }
  return scores
}

export const lighthouseHome: Bench = {
  figures: {
    'lighthouse.home.performance': { of: 'value', is: 'at least', limit: 95 },
    'lighthouse.home.accessibility': { of: 'value', is: 'at least', limit: 100 },
    'lighthouse.home.best-practices': 'unbounded',
  },
  async run(context) {
    const url = await startApp(context)
    const runs: Scores[] = []
    while (runs.length < RUNS) runs.push(await audit(`${url}/`, context.log))
    return CATEGORIES.map((category) =>
      figure({
        bench: `lighthouse.home.${category}`,
        value: middleBy(runs, (scores) => scores[category])[category],
        unit: 'points',
        reference: FULL_MARKS,
      }),
    )
  },
}
