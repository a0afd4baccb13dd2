/**
 * Follows docs/operations.md literally: its command blocks are run as written, in order, as in production,
 * on a local chain 97 and PostgreSQL. Manual steps between them are done here. A block that is neither run
 * nor listed fails. `FULL=1`: each program of its table is started too. upgrade.test.ts tests updates and
 * rollbacks.
 */
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { deployMarket } from '@dr/contracts/local-market'
import {
  describeOnPostgres,
  freePort,
  NODE_ENVIRONMENT,
  type PostgresCluster,
  startAnvil,
  startPostgres,
} from '@dr/test-kit'
import { createPublicClient, createWalletClient, type Hex, http, parseEther } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import {
  type Block,
  OPERATIONS,
  readBlocks,
} from '../../../apps/server/test/servers/rotation/operations-document.ts'
import { openCheckout, programOf, type Running, runScript, startScript } from '../test/test-document.ts'

const FULL = process.env.FULL === '1'
const TESTNET = 97
const UP = /"msg":"the (?:server|signing process) is up"/
const PATIENCE = { timeout: 240_000, interval: 100 }
const root = fileURLToPath(new URL('../../..', import.meta.url))

/** Blocks that this machine cannot run: a word of the block, and the reason. */
const NOT_RUN: Readonly<Record<string, string>> = {
  'npm ci --omit=dev': 'it would install into this checkout; run by deploy/systemd/boot.test.ts',
  'systemd-sysusers': 'it would change this machine; run by deploy/systemd/boot.test.ts',
  'systemctl enable': 'it would change this machine; run by deploy/systemd/boot.test.ts',
  '--dump-header': 'it needs an API that serves the app: run by deploy/proxy/edge.test.ts',
  'pgbackrest --stanza':
    'it restores over the cluster in PostgreSQL’s own folder; rehearsed by pgbackrest/point-in-time.test.ts',
  'npm run watch-roots': 'it needs roots on chain: run by rehearsal.test.ts',
  'npm run audit': 'it needs roots that are confirmed: run by rehearsal.test.ts',
  'settle-event.ts': 'it needs a voucher of a stolen key: without-order.test.ts',
  'post-loss.ts': 'it needs a vault that was robbed and recapitalised: post-loss.test.ts',
  'restore-orders.ts': 'it needs a restored database and what the chain used since: restore-orders.test.ts',
}

const blocks = readBlocks()
const reasonOf = ({ script }: Block) => Object.keys(NOT_RUN).find((word) => script.includes(word))

test('every block is run, or listed with the reason why not', () => {
  expect(blocks.length).toBeGreaterThan(10)
  for (const word of Object.keys(NOT_RUN)) {
    expect(
      blocks.filter(({ script }) => script.includes(word)),
      word,
    ).toHaveLength(1)
  }
  // Every fence must contain commands, without a language.
  expect(OPERATIONS).not.toMatch(/^ *```\w/m)
})

/** Commands within sentences: the file that tests each, or its effect, and words of that place. */
const WITHIN_SENTENCES: Readonly<Record<string, readonly [file: string, words: string]>> = {
  'node contracts/script/generate-descriptors.ts': [
    'contracts/script/descriptors/generate.test.ts',
    'contracts/script/generate-descriptors.ts',
  ],
  'node apps/server/src/bin/reread-blocks.ts <first block> <last block>': [
    'apps/server/test/journeys/missing-events.test.ts',
    'reread-blocks',
  ],
  'node tools/audit/watch-roots.ts': [
    'tools/dev/deployment/rehearsal.test.ts',
    "blockWith('npm run watch-roots')",
  ],
  'npm run verify-site': ['tools/release/verify-site.test.ts', "from './verify-site.ts'"],
  'npm run post-release': ['tools/release/post.test.ts', "new URL('post.ts'"],
  'npm ci': ['tools/checks/lock-file.test.ts', '`npm ci` uses the lock file unchanged'],
  'systemd-analyze security': ['deploy/systemd/systemd.test.ts', "'security'"],
  'systemctl stop': ['deploy/systemd/boot.test.ts', 'systemctl stop'],
  'systemctl reload haproxy': ['deploy/proxy/start-proxy.ts', "kill('SIGUSR2')"],
  'nginx -s reload': ['deploy/proxy/start-proxy.ts', "'-s', 'reload'"],
  'pgbackrest stanza-create': ['deploy/pgbackrest/point-in-time.test.ts', "'stanza-create'"],
  'pgbackrest check': ['deploy/pgbackrest/point-in-time.test.ts', "'check'"],
  "DELETE FROM installation WHERE name = 'payment-pepper'": [
    'apps/server/test/servers/rotation/secrets.test.ts',
    "statementOf('Payment pepper')",
  ],
  'UPDATE session SET revoked_at = now() WHERE revoked_at IS NULL': [
    'apps/server/test/servers/rotation/secrets.test.ts',
    "statementOf('Sessions')",
  ],
  'ALTER ROLE … PASSWORD': ['packages/test-kit/src/patroni-cluster.ts', 'ALTER ROLE'],
  'patronictl reload': ['packages/test-kit/src/patroni-node.ts', 'patronictl reload'],
  RELOAD: ['packages/test-kit/src/patroni-cluster.ts', 'RELOAD'],
}
const COMMAND =
  /^(?:RELOAD$|(?:npm|node|rm|cp|psql|pg_\w+|openssl|nginx|haproxy|pgbouncer|pgbackrest|patronictl|systemctl|systemd-\w+|ALTER|UPDATE|DELETE|DROP|CREATE) )/

test('what a command within a sentence does is rehearsed in the place that is named here', () => {
  const sentences = OPERATIONS.replaceAll(/^ *```$[\s\S]*?^ *```$/gm, '')
  const commands = [...sentences.matchAll(/`([^`\n]+)`/g)]
    .map(([, command = '']) => command)
    .filter((command) => COMMAND.test(command))
    // The test below starts the table's processes.
    .filter((command) => !/^node apps\/server\/src\/bin\/\w+\.ts$/.test(command))
  expect([...new Set(commands)].toSorted()).toEqual(Object.keys(WITHIN_SENTENCES).toSorted())
  for (const [command, [file, words]] of Object.entries(WITHIN_SENTENCES)) {
    expect(readFileSync(join(root, file), 'utf8'), command).toContain(words)
  }
})

const ROLES = [
  'signer',
  'standbySigner',
  'attester',
  'witness',
  'drawer',
  'guardian',
  'pauser',
  'proposer',
  'keeper',
]
const HOLDERS = ['treasury', 'liquidityHolder']
const keys = Object.fromEntries([...ROLES, ...HOLDERS].map((name) => [name, generatePrivateKey()]))
const addressOf = (key: unknown) => privateKeyToAccount(key as Hex).address

describeOnPostgres('docs/operations.md', () => {
  let cluster: PostgresCluster
  let folder: string
  let anvil: Awaited<ReturnType<typeof startAnvil>>
  beforeAll(async () => {
    folder = await openCheckout()
    cluster = await startPostgres()
    anvil = await startAnvil({ chainId: TESTNET })
    await anvil.client.setAutomine(true)
  })
  afterAll(async () => {
    await anvil?.stop()
    await cluster?.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  const at = (...path: string[]) => join(folder, ...path)

  /** Deploys the chain's market, and fills in the operator's file. */
  const fillIn = async () => {
    const transport = http(anvil.url)
    const account = privateKeyToAccount(generatePrivateKey())
    const deployer = addressOf(await readFile(at('deployer.key'), 'utf8'))
    for (const address of [account.address, deployer]) {
      await anvil.client.setBalance({ address, value: parseEther('100') })
    }
    const { factory, router } = await deployMarket({
      publicClient: createPublicClient({ transport, cacheTime: 0 }),
      walletClient: createWalletClient({ account, transport }),
    })
    const path = at('deployments/97.config.json')
    const { roles, params, ...rest } = JSON.parse(await readFile(path, 'utf8')) as {
      roles: Record<string, string>
      params: object
    }
    expect(Object.keys(roles).toSorted()).toEqual(Object.keys(keys).toSorted())
    const filled = Object.fromEntries(Object.entries(keys).map(([name, key]) => [name, addressOf(key)]))
    const amm = { factory, router }
    await writeFile(path, JSON.stringify({ ...rest, roles: filled, params: { ...params, amm } }))
  }

  const giveKeys = async (secrets: string, names: readonly string[]) => {
    await mkdir(secrets, { mode: 0o700 })
    for (const name of names) await writeFile(join(secrets, name), String(keys[name]), { mode: 0o600 })
  }

  test('is followed, block after block', { timeout: 900_000 }, async () => {
    const env = {
      ...NODE_ENVIRONMENT,
      PATH: [dirname(process.execPath), cluster.binDirectory, process.env.PATH].join(delimiter),
      HOME: folder,
      // npm's registry and cache.
      ...Object.fromEntries(Object.entries(process.env).filter(([name]) => name.startsWith('npm_config_'))),
    }
    const databaseUrl = cluster.url('digital_rights').replace('postgres@', 'digital_rights@')
    const common = { CHAIN_ID: String(TESTNET), DEPLOYMENT_FILE: at('deployments/97.json') }
    const server = {
      ...common,
      NODE_ENV: 'production',
      HOST: '127.0.0.1',
      RPC_URLS: anvil.url,
      PUBLIC_RPC_URLS: 'https://public.example',
      PUBLIC_ORIGIN: 'https://app.example',
      GENESIS_ADDRESS: addressOf(generatePrivateKey()),
      DATABASE_URL: databaseUrl,
      DATABASE_POOL_MAX: '4',
    }
    const signer = {
      ...common,
      SECRETS_DIR: at('secrets-signer'),
      DATA_DIR: at('data-signer'),
      SIGNER_LISTEN: `unix:${at('signer.sock')}`,
      SIGNER_POLICY_FILE: at('deploy/signer/policy.example.json'),
    }
    const all = {
      ...server,
      SECRETS_DIR: at('secrets'),
      DATA_DIR: at('data'),
      PORT: String(await freePort()),
    }
    const isUp = (running: Running) =>
      vi.waitFor(() => {
        if (!UP.test(running.said())) throw new Error(running.said().slice(-3_000))
      }, PATIENCE)

    /** Manual steps before a block with this word, and the variables for it. */
    const before: Readonly<Record<string, () => Promise<unknown>>> = {
      'npm run deploy': fillIn,
      'payment-pepper': async () => {
        await anvil.client.setIntervalMining({ interval: 1 })
        await giveKeys(at('secrets'), ['signer', 'keeper', 'attester', 'drawer'])
        await giveKeys(at('secrets-signer'), ['signer'])
      },
      // Files of version 1.0.6, next to served ones.
      'rm "$DATA_DIR"/results': async () => {
        await mkdir(at('data/results'), { recursive: true })
        for (const end of ['', '.0xab.br', '.0xab.gzip'])
          await writeFile(at(`data/results/dividends-1.json${end}`), end)
      },
      '--unix-socket': async () => {
        const allInOne = startScript(programOf('all in one'), { cwd: folder, env: { ...env, ...all } })
        await isUp(allInOne)
        expect(await allInOne.stop()).toBe(0)
        await startPrograms()
        const running = startScript(programOf('signing process'), { cwd: folder, env: { ...env, ...signer } })
        await isUp(running)
      },
    }
    /** Starts each program of the document's table separately, with its own user and folders. */
    const startPrograms = async (): Promise<void> => {
      if (!FULL) return
      // The indexer first: an API is ready once there is a block.
      const secretsOf = {
        indexer: [],
        API: ['signer', 'payment-pepper'],
        worker: ['keeper', 'attester', 'drawer'],
      }
      keys['payment-pepper'] = (await readFile(at('secrets/payment-pepper'), 'utf8')).trim() as Hex
      const started: Running[] = []
      for (const [name, secrets] of Object.entries(secretsOf)) {
        await giveKeys(at(`secrets-${name}`), secrets)
        const own = {
          SECRETS_DIR: at(`secrets-${name}`),
          DATA_DIR: at(`data-${name}`),
          PORT: String(await freePort()),
          DATABASE_URL: databaseUrl.replace('digital_rights@', `dr_${name.toLowerCase()}@`),
        }
        const running = startScript(programOf(name), { cwd: folder, env: { ...env, ...server, ...own } })
        await isUp(running)
        await vi.waitFor(async () => {
          const { status } = await fetch(`http://127.0.0.1:${own.PORT}/readyz`)
          expect([name, status]).toEqual([name, 200])
        }, PATIENCE)
        started.push(running)
      }
      for (const running of started) expect(await running.stop()).toBe(0)
    }

    const variables = {
      ENDPOINT: anvil.url,
      DEPLOYMENTS_DIR: at('deployments'),
      ADMIN_URL: cluster.url('postgres'),
      KEY_FILE: 'deployer.key',
      DATABASE_PASSWORD: 'first',
      API_PASSWORD: 'api',
      WORKER_PASSWORD: 'worker',
      INDEXER_PASSWORD: 'indexer',
      OWNER_URL: databaseUrl,
      NEW_DATABASE_PASSWORD: 'second',
      SIGNER_SOCKET: at('signer.sock'),
      RESTORED_URL: cluster.url('dr_restored'),
    }
    const done: string[] = []
    for (const block of blocks.filter((one) => reasonOf(one) === undefined)) {
      for (const [word, prepare] of Object.entries(before)) if (block.script.includes(word)) await prepare()
      // A server refuses unknown variables with its prefix, so each block gets only those that it names.
      const named = Object.entries(variables).filter(([name]) =>
        new RegExp(`\\$${name}\\b`).test(block.script),
      )
      const deploying = block.script.includes('npm run deploy')
        ? { DEPLOYMENTS_DIR: variables.DEPLOYMENTS_DIR }
        : {}
      const ours = /bin\/|DATABASE_URL|SECRETS_DIR|DATA_DIR/.test(block.script) ? all : {}
      const options = { cwd: folder, env: { ...env, ...ours, ...deploying, ...Object.fromEntries(named) } }
      if (/bin\/(?:all|api|indexer|worker|signer)\.ts$/.test(block.script)) {
        const running = startScript(block.script, options)
        await isUp(running)
        expect(await running.stop()).toBe(0)
      } else {
        done.push(await runScript(block.script, options))
      }
    }

    const said = done.join('\n')
    expect(said).toContain('the deployment matches its configuration')
    expect(said).toMatch(/"cap":"withdraw-dr DR"/)
    expect(readFileSync(at('secrets/payment-pepper'), 'utf8')).toMatch(/^[0-9a-f]{64}\n$/)
    for (const name of ['ca.pem', 'signer.pem', 'dr.dump']) expect(existsSync(at(name)), name).toBe(true)
    const roles = await runScript(
      `psql "$ADMIN_URL" -Atc "SELECT rolname, rolcanlogin FROM pg_roles WHERE rolname ~ '^digital' ORDER BY 1"`,
      { cwd: folder, env: { ...env, ADMIN_URL: cluster.url('postgres') } },
    )
    expect(roles).toBe('digital_rights|t\n') // twice another password: the first role's turn again
    expect(readdirSync(at('data/results'))).toEqual(['dividends-1.json'])
    expect(existsSync(at('site-1/index.html'))).toBe(true)
    expect(JSON.parse(readFileSync(at('sbom-1.json'), 'utf8'))).toMatchObject({ bomFormat: 'CycloneDX' })
    for (const key of Object.values(keys)) expect(said).not.toContain(key.slice(2))
  })
})
