/**
 * `lighthouse.*`: Lighthouse on pages of the running product, with its mobile settings, the median of three
 * runs: Home for a visitor, and Home, Backpack and Assets for a signed-in user with running machines.
 * `.desktop`: Home for a visitor with its desktop settings.
 */
import { writeFileSync } from 'node:fs'
import { findChromium, LAUNCH_ARGUMENTS } from '@dr/e2e/fixtures/chromium'
import { freePort } from '@dr/e2e/fixtures/product'
import lighthouse, { desktopConfig, type Flags, type Result } from 'lighthouse'
import { chromium } from 'playwright-core'
import type { Bench } from '../bench.ts'
import { type Figure, figure } from '../figure.ts'
import { startApp } from '../product.ts'
import { middleBy } from '../rounds.ts'
import { type Kept, liveAsUser, withoutWallet } from '../user.ts'

const RUNS = 3
const CATEGORIES = ['performance', 'accessibility', 'best-practices'] as const
type Scores = Readonly<Record<(typeof CATEGORIES)[number], number>>
const FULL_MARKS = 100
/** Converts Lighthouse's 0 … 1 into 0 … 100. */
const points = (score: number | null | undefined): number => Math.round((score ?? Number.NaN) * FULL_MARKS)

/** Maximum of runs after "something went wrong with recording the trace", which Lighthouse asks to repeat. */
const ATTEMPTS = 3
/** Priority of the kernel's process group, one a session; -20 … 19 as with `nice`. */
const GROUP_PRIORITY = -19

/**
 * Raises the browser's priority. Lighthouse multiplies a task's elapsed time by four, including other
 * programs' time. Only possible on Linux as root; elsewhere the machine should be idle.
 */
const putFirst = (pid: number, log: (line: string) => void): void => {
  try {
    writeFileSync(`/proc/${pid}/autogroup`, String(GROUP_PRIORITY))
  } catch (error) {
    log(`lighthouse: no priority for the browser (${(error as Error).message})`)
  }
}

/** Audits that lost points, to find the cause. */
const lostIn = ({ categories, audits }: Result, category: (typeof CATEGORIES)[number]): string[] =>
  (categories[category]?.auditRefs ?? [])
    .filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 1)
    .map(({ id }) => `${id} ${audits[id]?.displayValue ?? audits[id]?.title ?? ''}`.trim())

interface Subject {
  readonly name: string
  readonly url: string
  readonly kept: Kept
  readonly desktop: boolean
}

/** Writes local storage into a new browser with a page of the same origin that loads none of the app. */
const putKept = async (port: number, { url, kept }: Subject): Promise<void> => {
  const browser = await chromium.connectOverCDP(`http://127.0.0.1:${port}`)
  const [context] = browser.contexts()
  const page = await context?.newPage()
  if (page === undefined) throw new Error('the browser has no context')
  await page.goto(new URL('/healthz', url).href)
  await page.evaluate(
    `for (const [key, value] of ${JSON.stringify(Object.entries(kept))}) localStorage.setItem(key, value)`,
  )
  await page.close()
  await browser.close()
}

/** One run in a separate browser without a cache. */
const runLighthouse = async (subject: Subject, log: (line: string) => void): Promise<Result | undefined> => {
  const port = await freePort()
  const args = [...LAUNCH_ARGUMENTS, `--remote-debugging-port=${port}`]
  const browser = await chromium.launchServer({ executablePath: findChromium(), args })
  try {
    const { pid } = browser.process()
    if (pid !== undefined) putFirst(pid, log)
    await putKept(port, subject)
    const flags: Flags = {
      port,
      onlyCategories: [...CATEGORIES],
      logLevel: 'error',
      disableStorageReset: true,
    }
    return (await lighthouse(subject.url, flags, subject.desktop ? desktopConfig : undefined))?.lhr
  } finally {
    await browser.close()
  }
}

const audit = async (subject: Subject, log: (line: string) => void): Promise<Scores> => {
  const name = `lighthouse.${subject.name}`
  let result: Result | undefined
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    result = await runLighthouse(subject, log)
    if (result && !result.runtimeError) break
    log(`${name}: ${result?.runtimeError?.message ?? 'no answer'}`)
  }
  if (!result || result.runtimeError) throw new Error(`Lighthouse could not audit ${subject.url}`)
  const { categories, environment } = result
  const scores = Object.fromEntries(
    CATEGORIES.map((category) => [category, points(categories[category]?.score)]),
  ) as Scores
  log(`${name}: ${JSON.stringify(scores)}, machine ${environment.benchmarkIndex}`)
  for (const category of CATEGORIES) {
    for (const lost of lostIn(result, category)) log(`${name}.${category}: ${lost}`)
  }
  return scores
}

/** Figure's name → route, sign-in state, and device. */
const PAGES = {
  home: { route: '/', signedIn: false, desktop: false },
  desktop: { route: '/', signedIn: false, desktop: true },
  mine: { route: '/', signedIn: true, desktop: false },
  backpack: { route: '/pages/Backpack/Backpack', signedIn: true, desktop: false },
  assets: { route: '/pages/assets/assets', signedIn: true, desktop: false },
} as const
const LIMITS = { performance: 97, accessibility: FULL_MARKS, 'best-practices': FULL_MARKS } as const

const bounds = Object.keys(PAGES).flatMap((page) =>
  CATEGORIES.map(
    (category) =>
      [`lighthouse.${page}.${category}`, { of: 'value', is: 'at least', limit: LIMITS[category] }] as const,
  ),
)

export const lighthousePages: Bench = {
  figures: Object.fromEntries(bounds),
  async run(context) {
    const product = await startApp(context)
    const { url } = product
    const browser = await chromium.launch({ executablePath: findChromium(), args: LAUNCH_ARGUMENTS })
    const user = await liveAsUser(await browser.newContext({ locale: 'zh-CN', timezoneId: 'UTC' }), product)
    const kept = withoutWallet(await user.kept())
    await browser.close()
    const figures: Figure[] = []
    for (const [name, { route, signedIn, desktop }] of Object.entries(PAGES)) {
      const subject = { name, url: `${url}/#${route}`, kept: signedIn ? kept : {}, desktop }
      const runs: Scores[] = []
      while (runs.length < RUNS) runs.push(await audit(subject, context.log))
      for (const category of CATEGORIES) {
        const value = middleBy(runs, (scores) => scores[category])[category]
        const bench = `lighthouse.${name}.${category}`
        figures.push(figure({ bench, value, unit: 'points', reference: FULL_MARKS }))
      }
    }
    return figures
  },
}
