/**
 * `npm run bench`: measures every published figure. One JSON line each on standard output, everything else
 * on standard error. `-- NAME…` selects some (a prefix suffices); `-- --check` ends with an error if a
 * figure misses its bound.
 */

import { signer } from './api/signer.ts'
import { apiQuote } from './api-quote.ts'
import { apiRead } from './api-read.ts'
import { apiRubbish } from './api-rubbish.ts'
import { ArgumentsError, readArguments } from './arguments.ts'
import { audit } from './audit.ts'
import type { Bench } from './bench.ts'
import { bytesUserDay } from './bytes-user-day.ts'
import { dividendClose } from './dividend-close.ts'
import { type Bound, lineOf, meets, verdictOf } from './figure.ts'
import { gas } from './gas.ts'
import { indexerStore } from './indexer-store.ts'
import { ledger } from './ledger.ts'
import { ledgerYear } from './ledger-year.ts'
import { live } from './live.ts'
import { roots } from './roots.ts'
import { team } from './team.ts'
import { webFirstLoad } from './web/first-load.ts'
import { webInp } from './web/inp.ts'
import { layoutShift } from './web/layout-shift.ts'
import { lighthousePages } from './web/lighthouse.ts'

const BENCHES: readonly Bench[] = [
  ledger,
  ledgerYear,
  bytesUserDay,
  dividendClose,
  team,
  apiQuote,
  apiRead,
  signer,
  apiRubbish,
  live,
  indexerStore,
  roots,
  audit,
  webFirstLoad,
  lighthousePages,
  layoutShift,
  webInp,
  gas,
]

const log = (line: string): void => void process.stderr.write(`${line}\n`)

/** Cleanups, also after a signal. */
let started = new AsyncDisposableStack()
let stopping = false

const endStarted = (): Promise<void> => {
  const ending = started
  started = new AsyncDisposableStack()
  return ending.disposeAsync()
}

const stopOn = (signal: NodeJS.Signals, exitCode: number): void => {
  process.once(signal, () => {
    stopping = true
    endStarted()
      .catch((error: unknown) => log(String(error)))
      .finally(() => process.exit(exitCode))
  })
}

/** Runs one bench and prints its selected figures. True: all of them meet their bounds. */
const measure = async (bench: Bench, wanted: ReadonlySet<string>): Promise<boolean> => {
  const names = Object.keys(bench.figures)
  try {
    const figures = await bench.run({ log, defer: (end) => started.defer(async () => void (await end())) })
    const measured = figures.map((each) => each.bench)
    if (measured.toSorted().join() !== names.toSorted().join()) {
      throw new Error(`measured ${measured}, not ${names}`)
    }
    let met = true
    for (const each of figures.filter(({ bench: name }) => wanted.has(name))) {
      process.stdout.write(`${lineOf(each)}\n`)
      const bounds = bench.figures[each.bench]
      if (bounds === undefined || bounds === 'unbounded') continue
      for (const bound of [bounds].flat() as Bound[]) {
        log(`${each.bench}: ${verdictOf(each, bound)}`)
        met &&= meets(each, bound)
      }
    }
    return met
  } finally {
    await endStarted()
  }
}

const main = async (): Promise<void> => {
  const known = BENCHES.flatMap(({ figures }) => Object.keys(figures))
  const { names, check } = readArguments(process.argv.slice(2), known)
  const wanted = new Set(names)
  stopOn('SIGINT', 130)
  stopOn('SIGTERM', 143)
  for (const bench of BENCHES) {
    if (!Object.keys(bench.figures).some((name) => wanted.has(name))) continue
    try {
      const met = await measure(bench, wanted)
      if (check && !met) process.exitCode = 1
    } catch (error) {
      if (stopping) return // what ran was ended under it
      // The other figures are still useful.
      log(`${Object.keys(bench.figures).join(', ')}: NOT MEASURED`)
      log(error instanceof Error ? (error.stack ?? error.message) : String(error))
      process.exitCode = 1
    }
  }
}

try {
  await main()
} catch (error) {
  if (!(error instanceof ArgumentsError)) throw error
  log(error.message)
  process.exitCode = 2
}
