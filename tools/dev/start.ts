/**
 * `npm start`: one command from a clone to a running product. Builds changed parts, starts the local chain,
 * deploys at the first start, starts the server with the app, and ends everything together.
 */
import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { startServer } from '@dr/server/bin/server/start-server'
import { readConfig } from '@dr/server/platform/config/config'
import { createLogger } from '@dr/server/platform/logger'
import { explainInLine } from '@dr/server/platform/programs/explain'
import { runProgram } from '@dr/server/platform/programs/run-program'
import { type Logger, pino } from 'pino'
import { buildContracts } from './build/build-contracts.ts'
import { buildWeb } from './build/build-web.ts'
import { waitForEarlierRun } from './chain/start-chain.ts'
import { requireSameHistory, requireSameSchema } from './check-database.ts'
import { demoPast } from './demo/make-history.ts'
import { networkRoute } from './demo/network-route.ts'
import { addressOf, ensureKeys, type LocalKeys } from './deployment/keys.ts'
import { createFaucet, faucetRoute } from './faucet.ts'
import { createMailbox, mailboxRoute } from './mailbox.ts'
import { requireFreePort } from './ports.ts'
import { chainDirectoryOf, type Past, prepareChain } from './prepare-chain.ts'
import { resetData } from './reset.ts'
import { serverEnvironment } from './server-settings.ts'
import { readSettings, type Settings, SetupError } from './settings.ts'
import { stopWhenAsked } from './stop-when-asked.ts'
import { openWitness, startWitness, WITNESS_FOLDER } from './witness.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const print = (line: string): void => console.log(line)

const prepare = async (settings: Settings): Promise<void> => {
  mkdirSync(settings.dataDirectory, { recursive: true })
  await waitForEarlierRun(chainDirectoryOf(settings))
  await requireFreePort({ variable: 'PORT', port: settings.port, what: 'the app' })
  await requireFreePort({
    variable: 'CHAIN_PORT',
    port: settings.chainPort,
    what: 'the local chain',
    host: '127.0.0.1',
  })
  if (settings.reset !== undefined) {
    const aside = await resetData({ ...settings, reset: settings.reset })
    print(aside === undefined ? 'Nothing to reset.' : `Reset. What was there is in ${aside}`)
  }
}

/** Builds concurrently. `site`, the folder of the built app, is awaited once the chain is ready. */
const build = async (): Promise<{ readonly site: Promise<string> }> => {
  const started = performance.now()
  const seconds = (): number => Math.round((performance.now() - started) / 1_000)
  const site = buildWeb({ root, local: true }).then(({ directory, built }) => {
    if (built) print(`App built in ${seconds()} s.`)
    return directory
  })
  site.catch(() => undefined) // with the chain still being made it must not end the process
  if (await buildContracts(root)) print(`Contracts built in ${seconds()} s.`)
  return { site }
}

/** History for a new chain, unless a database already exists. */
const pastOf = (settings: Settings, place: { keys: LocalKeys; logger: Logger }): Past | undefined => {
  if (settings.empty || existsSync(join(settings.dataDirectory, 'db'))) return undefined
  const past = demoPast({ settings, ...place })
  return {
    ...past,
    live: async (prepared) => {
      print('Making the demo network’s history (npm start -- --empty: without) …')
      const started = performance.now()
      const history = await past.live(prepared)
      print(
        `${history.accounts} accounts, ${history.days} days: ${Math.round((performance.now() - started) / 1_000)} s.`,
      )
      return history
    },
  }
}

const greet = async (settings: Settings): Promise<void> => {
  const answer = await fetch(`http://localhost:${settings.port}/api/v1/public/config`)
  const { data } = (await answer.json()) as { data: { genesisInviteCode: string | null } }
  print('')
  print(`  Open  http://localhost:${settings.port}`)
  print('')
  print(`  Invitation code   ${data.genesisInviteCode} (the first user's: bind it to begin)`)
  print(`  Chain             http://localhost:${settings.chainPort}, id 31337, a block a second`)
  print(`  Data              ${settings.dataDirectory} (log: server.log)`)
  if (settings.databaseUrl === undefined) {
    print('  Database          PGlite, without fsync: survives a killed process, not a power cut')
  }
  print(
    '  Operators         import the keys secrets/operator1 and secrets/operator2 of Data into a wallet, sign in: menu',
  )
  print('  Digit draw        on, as GAME=on has it (off in production unless set)')
  print('  Witness           runs beside the server: daily roots are confirmed, and final seven days later')
  print('  Time travel       npm run -w @dr/tools travel -- 1d   (8d: the roots of the first day are final)')
  print('  Stop              Ctrl-C')
  print('')
}

/** Resolves once it serves, with a promise that settles when it no longer can. */
const serve = async (
  settings: Settings,
  { site, cleanUp }: { site: Promise<string>; cleanUp: (() => Promise<void>)[] },
): Promise<{ readonly lost: Promise<void> }> => {
  const keys = await ensureKeys(join(settings.dataDirectory, 'secrets'))
  const logFile = join(settings.dataDirectory, 'server.log')
  const logger = createLogger('info', pino.destination({ dest: logFile, append: true, mkdir: true }))
  const { chain, record } = await prepareChain(settings, keys, pastOf(settings, { keys, logger }))
  cleanUp.push(() => chain.stop())

  const operators = [keys.operator1, keys.operator2].map(addressOf).join(',')
  const environment = { OPERATORS: operators, GAME: 'on', ...process.env }
  const config = readConfig(serverEnvironment(settings, { siteDirectory: await site, environment }))
  const faucet = await createFaucet({ url: chain.url, key: keys.faucet, contracts: record.contracts })
  const mailbox = createMailbox(() => new Date())
  const server = await requireSameSchema(settings.databaseUrl, () =>
    startServer(config, {
      routes: [faucetRoute(faucet), mailboxRoute(mailbox), networkRoute(record.history)],
      verify: (database) =>
        requireSameHistory(database, { rpc: chain.rpc, databaseUrl: settings.databaseUrl }),
      // With SMTP_URL e-mails are really sent, and the mailbox stays empty.
      ...(config.mail === undefined ? { mailer: mailbox } : {}),
      logger: logger.child({}, { level: config.logLevel }),
    }),
  )
  cleanUp.push(() => server.stop())
  const witness = await openWitness(
    { chain, record },
    {
      keys,
      site: `http://localhost:${settings.port}`,
      folder: join(settings.dataDirectory, WITNESS_FOLDER),
      foreignEpochs: config.foreignEpochs,
    },
  )
  cleanUp.push(startWitness(witness, logger))
  return { lost: Promise.race([chain.lost, server.failed]) }
}

const main = async (): Promise<void> => {
  const cleanUp: (() => Promise<void>)[] = []
  const shutdown = stopWhenAsked(cleanUp)
  try {
    const settings = readSettings(process.env, { args: process.argv.slice(2), root })
    await prepare(settings)
    const { site } = await build()
    const { lost } = await serve(settings, { site, cleanUp })
    await greet(settings)
    await lost
    if (!shutdown.stopping)
      throw new SetupError('The local chain ended by itself: see chain/anvil.log in DATA_DIR')
  } catch (error) {
    if (shutdown.stopping) return
    process.stderr.write(`${explainInLine(error, [SetupError])}\n`)
    await shutdown.stop(1)
  }
}

await runProgram(main, SetupError)
