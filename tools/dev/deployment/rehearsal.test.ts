/**
 * Chain 56 from an empty machine to the first verified balance, by docs/operations.md alone: its blocks are run
 * as written, with 56 for 97, and the units of deploy/systemd with their samples filled in, on a local chain with
 * that chain's properties and a real PostgreSQL. Done here is what the page leaves to people: the roles filled in,
 * keys moved to their folders, transactions of wallets.
 *
 * Not as in production: one endpoint instead of five; our test token and Uniswap V2 at the addresses of Tether and
 * PancakeSwap (`startMainChain`); the signing process beside the API, by its socket, and no proxy. The chain's time
 * begins 54 hours ago, since a server refuses a chain that is ahead of its clock, and is moved instead of waiting
 * for a day of prices and one of mining; the signing process has that time too, for it refuses old deadlines.
 */
import { copyFileSync, readFileSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { digitalRightsAbi } from '@dr/contracts/abi/digital-rights'
import { rootRegistryAbi } from '@dr/contracts/abi/root-registry'
import { CALLS } from '@dr/protocol/calls/index'
import type { Voucher } from '@dr/protocol/calls/voucher'
import { DAY_SECONDS } from '@dr/protocol/constants'
import { rootsFileName } from '@dr/protocol/roots/roots-file'
import { voucherCall } from '@dr/protocol/voucher-call'
import { describeOnPostgres, freePort, wrongClock } from '@dr/test-kit'
import { type Abi, createWalletClient, erc20Abi, type Hex, http, parseEther } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { bsc } from 'viem/chains'
import { expect, test } from 'vitest'
import { readBlocks } from '../../../apps/server/test/servers/rotation/operations-document.ts'
import { createApiClient } from '../../crash/api-client.ts'
import { createRandom } from '../../crash/random.ts'
import { nothingReported } from '../../crash/reported.ts'
import { approve, type UserParts } from '../../crash/user.ts'
import { createExitPage } from '../../exit/exit-page.ts'
import { type Filled, fillSample, readUnit } from '../test/test-units.ts'
import type { ChainRecord } from './deploy-chain.ts'
import { MAINNET, ROLES } from './target.ts'
import { type Machine, openMachine } from './test-machine.ts'
import { giveUsdt } from './test-main-chain.ts'

const HOUR_SECONDS = 3_600
/** Keys that programs read, with their place on a host; the others are wallets. */
const KEY_FILES = {
  signer: 'var/signer/secrets/signer',
  keeper: 'var/worker/secrets/keeper',
  attester: 'var/worker/secrets/attester',
  drawer: 'var/worker/secrets/drawer',
  witness: 'var/witness/secrets/witness',
} as const
const accountOf = (key: string) => privateKeyToAccount(key as Hex)

/** The only block of the page with this word, for chain 56. */
const blockWith = (word: string): string => {
  const found = readBlocks().filter(({ script }) => script.includes(word))
  expect(found, word).toHaveLength(1)
  return String(found[0]?.script).replaceAll(/\b97\b/g, String(MAINNET))
}

const walletOf = ({ anvil }: Machine, key: Hex) =>
  createWalletClient({ account: accountOf(key), chain: bsc, transport: http(anvil.url) })

/** Makes a key where it stays, by the page's command, which prints its address. */
const makeKey = async ({ run, at }: Machine, place: string): Promise<string> => {
  await mkdir(dirname(at(place)), { recursive: true, mode: 0o700 })
  return (await run(blockWith('privateKeyToAddress'), { KEY_FILE: at(place) })).trim()
}

/** Deploys, and seeds the pools and the exchange from the liquidity holder's wallet. */
const deploy = async (machine: Machine, holder: Hex): Promise<ChainRecord> => {
  const { at, run, anvil, client } = machine
  await run(blockWith('97.example.json'))
  const deployer = await makeKey(machine, 'deployer.key')
  const programs: Record<string, string> = {}
  for (const [role, place] of Object.entries(KEY_FILES)) programs[role] = await makeKey(machine, place)
  const wallets = Object.fromEntries(ROLES.map((role) => [role, accountOf(generatePrivateKey()).address]))
  const roles = { ...wallets, ...programs, liquidityHolder: accountOf(holder).address }
  const path = at('deployments/56.config.json')
  const config = JSON.parse(await readFile(path, 'utf8'))
  expect(Object.keys(config.roles).toSorted()).toEqual(Object.keys(roles).toSorted())
  await writeFile(path, JSON.stringify({ ...config, roles }))
  for (const address of [deployer, roles.liquidityHolder, ...Object.values(programs)])
    await anvil.client.setBalance({ address: address as Hex, value: parseEther('10') })
  const said = await run(blockWith('npm run deploy'), {
    ENDPOINT: anvil.url,
    DEPLOYMENTS_DIR: at('deployments'),
  })
  expect(said).toContain('the deployment matches its configuration')

  await giveUsdt(anvil, roles.liquidityHolder, parseEther('1000000'))
  const calls = JSON.parse(await readFile(at('deployments/56.calls.json'), 'utf8'))
  const wallet = walletOf(machine, holder)
  for (const { to, data } of [...calls.pools, ...calls.exchange]) {
    const hash = await wallet.sendTransaction({ to, data })
    expect((await client.waitForTransactionReceipt({ hash })).status).toBe('success')
  }
  return JSON.parse(await readFile(at('deployments/56.json'), 'utf8')) as ChainRecord
}

/** Fills in the samples, and answers how each unit is started. */
const install = async (machine: Machine, genesis: Hex) => {
  const { at, run, cluster, anvil } = machine
  const password = 'a-password'
  await run(blockWith('create-database.sql'), {
    ADMIN_URL: cluster.url('postgres'),
    DATABASE_PASSWORD: password,
  })
  const databaseOf = (role: string) => ({
    DATABASE_URL: cluster.url('digital_rights').replace('postgres@', `${role}:${password}@`),
  })
  await run(blockWith('create-roles.sql'), {
    ADMIN_URL: cluster.url('postgres'),
    OWNER_URL: databaseOf('digital_rights').DATABASE_URL,
    API_PASSWORD: password,
    WORKER_PASSWORD: password,
    INDEXER_PASSWORD: password,
  })
  for (const folder of ['etc', 'run', 'var/api/secrets', 'var/indexer/secrets'])
    await mkdir(at(folder), { recursive: true, mode: 0o700 })
  await run(blockWith('/payment-pepper"'), { SECRETS_DIR: at('var/api/secrets') })
  copyFileSync(at('deploy/signer/policy.example.json'), at('etc/signer-policy.json'))
  const site = `http://127.0.0.1:${await freePort()}`
  const socket = `unix:${at('run/signer.sock')}`
  const tls = { SIGNER_TLS_CERT: undefined, SIGNER_TLS_KEY: undefined, SIGNER_TLS_CA: undefined }
  const server = {
    HOST: '127.0.0.1',
    RPC_URLS: anvil.url,
    GENESIS_ADDRESS: genesis,
    PUBLIC_ORIGIN: site,
  }
  const filled: Record<string, Filled> = {
    api: { ...server, ...databaseOf('dr_api'), ...tls, SIGNER_URL: socket, SITE_DIR: undefined },
    indexer: { ...server, ...databaseOf('dr_indexer'), PORT: String(await freePort()) },
    worker: { ...server, ...databaseOf('dr_worker'), PORT: String(await freePort()) },
    signer: { ...tls, SIGNER_LISTEN: socket },
  }
  const port = new URL(site).port
  const start = (role: string, more?: Record<string, string>) => {
    const settings = fillSample(at(), role, { chainId: MAINNET, filled: filled[role] ?? {} })
    const unit = readUnit(at(), role, { settings, ...(role === 'api' ? { instance: port } : {}) })
    return machine.start(role, unit, more)
  }
  return { site, start }
}
type Installation = Awaited<ReturnType<typeof install>> & {
  readonly record: ChainRecord
  /** Keys of the liquidity holder, and of the first inviter. */
  readonly holder: Hex
  readonly genesis: Hex
}

/** A member whom the first inviter invites by the code that it sees, with the means for a hundred machines. */
const joinMember = async (machine: Machine, { record, site, genesis, holder }: Installation) => {
  const { anvil, client, eventually } = machine
  const inviter = createApiClient({ url: site, chainId: MAINNET })
  await eventually(() => inviter.signIn(accountOf(genesis), 'it is known already'))
  const { inviteCode } = await inviter.call(CALLS.getProfile)
  const key = generatePrivateKey()
  const member = {
    api: createApiClient({ url: site, chainId: MAINNET }),
    account: accountOf(key),
    wallet: walletOf(machine, key),
    client,
    contracts: record.contracts,
    reported: nothingReported(),
    random: createRandom(56),
  }
  await member.api.signIn(member.account, inviteCode)
  const { address } = member.account
  await anvil.client.setBalance({ address, value: parseEther('10') })
  await giveUsdt(anvil, address, parseEther('50000'))
  const hash = await walletOf(machine, holder).writeContract({
    address: record.contracts.DRGV,
    abi: erc20Abi,
    functionName: 'transfer',
    args: [address, parseEther('100000')],
  })
  expect((await client.waitForTransactionReceipt({ hash })).status).toBe('success')
  await approve(member)
  return member
}

/** Buys a hundred machines and powers them, by vouchers: 50 DR a day. */
const mine = async ({ eventually, client }: Machine, { api, wallet }: UserParts): Promise<void> => {
  const redeem = async (voucher: Voucher) => {
    const call = { address: voucher.contract as Hex, abi: digitalRightsAbi as Abi, ...voucherCall(voucher) }
    const hash = await wallet.writeContract(call)
    expect((await client.waitForTransactionReceipt({ hash })).status).toBe('success')
  }
  await redeem(
    await eventually(() => api.call(CALLS.machineSignature, { productId: 'm1', machineCount: 100 })),
  )
  // Refused until the purchase is final and booked.
  await redeem(await eventually(() => api.call(CALLS.activateSignature, { all: 'not-activated', Period: 1 })))
}

/** A clock that is off by `offMs`, also as the signing process reads it. */
const clockOff = (offMs: number) => {
  const source = `Object.defineProperty(performance, 'timeOrigin', { value: performance.timeOrigin + ${offMs} })`
  const { NODE_OPTIONS } = wrongClock(offMs)
  return { NODE_OPTIONS: `${NODE_OPTIONS} --import=data:text/javascript,${encodeURIComponent(source)}` }
}

/** Starts the worker, which posts what is due, once the indexer has read the chain. */
const postRoots = async (machine: Machine, { record, site, start }: Installation, epoch: bigint) => {
  const { client, eventually } = machine
  const registry = { address: record.contracts.RootRegistry, abi: rootRegistryAbi } as const
  const { number } = await client.getBlock({ blockTag: 'finalized' })
  await eventually(async () => {
    const response = await fetch(`${site}/api/v1/public/overview`)
    const { data } = (await response.json()) as { data?: { clock: { blockNumber: number } } }
    expect(data?.clock.blockNumber).toBeGreaterThanOrEqual(Number(number))
  })
  await start('worker')
  await eventually(async () =>
    expect(await client.readContract({ ...registry, functionName: 'lastEpoch' })).toBe(epoch),
  )
}

describeOnPostgres('chain 56, by docs/operations.md', () => {
  test('from an empty machine to the first verified balance', { timeout: 1_800_000 }, async () => {
    const machine = await openMachine(Math.floor(Date.now() / 1_000) - 54 * HOUR_SECONDS)
    const { at, anvil, client, run, eventually, travel } = machine
    const [holder, genesis] = [generatePrivateKey(), generatePrivateKey()]
    const record = await deploy(machine, holder)
    const installed = { ...(await install(machine, accountOf(genesis).address)), record, holder, genesis }
    const { site, start } = installed
    for (const role of ['indexer', 'api']) await start(role)
    await eventually(async () => expect((await fetch(`${site}/readyz`)).status).toBe(200))
    await postRoots(machine, installed, 1n)

    // The first day of prices.
    await travel(25 * HOUR_SECONDS)
    await postRoots(machine, installed, 2n)
    const { timestamp } = await client.getBlock()
    await start('signer', clockOff(Number(timestamp) * 1_000 - Date.now()))
    const member = await joinMember(machine, installed)
    await mine(machine, member)
    await travel(18 * HOUR_SECONDS)
    await start('worker')
    await eventually(async () => {
      const { accrued } = await member.api.call(CALLS.miningInfo, {})
      expect(BigInt(accrued)).toBeGreaterThan(0n)
    })
    await travel(7 * HOUR_SECONDS)
    const epoch = 3n
    await postRoots(machine, installed, epoch)

    // The witness confirms, and a stranger's audit agrees.
    const witness = fillSample(at(), 'witness', {
      chainId: MAINNET,
      filled: {
        RPC_URLS: `${anvil.url},${anvil.url}`,
        SITE_URL: site,
        ROOT_REGISTRY: record.contracts.RootRegistry,
        FROM_BLOCK: String(record.startBlock),
      },
    })
    await machine.makeFinal()
    const file = rootsFileName(Number(epoch))
    // The worker learns what is on chain once a minute.
    await eventually(async () => expect((await fetch(`${site}/roots/${file}`)).status).toBe(200))
    await run(blockWith('npm run watch-roots'), witness)
    await machine.makeFinal()
    const audit = await run(blockWith('npm run audit'), {
      ENDPOINT: anvil.url,
      SITE_URL: site,
      START_BLOCK: String(record.startBlock),
    })
    expect(audit).toContain(`epoch ${epoch} of registry`)
    expect(audit).not.toContain('DIFFERS')

    // Without any server the exit page's code finds the balance in the witness's file, and pays it a week later.
    await machine.stopAll()
    const page = createExitPage(anvil.url)
    const bytes = readFileSync(join(String(witness.DATA_DIR), file))
    const verified = await page.show(member, bytes)
    expect(verified).toMatchObject({ epoch: { state: 'young', epoch }, compared: 5 })
    const { earned } = verified.books[0] as (typeof verified.books)[0]
    expect(earned).toBeGreaterThan(parseEther('30'))
    await travel(7 * DAY_SECONDS)
    const final = await page.show(member, bytes)
    expect(final).toMatchObject({ epoch: { state: 'final', epoch } })
    expect(final.books.map(({ claimable }) => claimable)).toEqual([earned, 0n, 0n, 0n, 0n])
    const [book] = final.books
    expect(await page.claim(member, book as (typeof final.books)[0])).toBe(earned - (earned * 5n) / 100n)
  })
})
