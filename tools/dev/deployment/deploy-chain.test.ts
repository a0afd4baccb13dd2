import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { deployMarket, LOCAL_LIQUIDITY, seedPools } from '@dr/contracts/local-market'
import { PRICED_TOKENS } from '@dr/protocol/tokens'
import { readConfig } from '@dr/server/platform/config/config'
import { type Anvil, runToEnd, startAnvil } from '@dr/test-kit'
import { createPublicClient, createWalletClient, type Hex, http, parseEther } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { checkChain, checkPrices, deployToChain } from './deploy-chain.ts'
import { parseTarget, ROLES } from './target.ts'

const [TESTNET, MAINNET] = [97, 56]
const deployerKey = generatePrivateKey()
const deployer = privateKeyToAccount(deployerKey).address
const newAddress = () => privateKeyToAccount(generatePrivateKey()).address

const example = (chainId: number) =>
  JSON.parse(readFileSync(new URL(`../../../deployments/${chainId}.example.json`, import.meta.url), 'utf8'))

let directory: string
let anvil: Anvil
let configuration: { chainId: number; roles: Record<string, string>; params: Record<string, unknown> }

const transactions = () =>
  createPublicClient({ transport: http(anvil.url), cacheTime: 0 }).getTransactionCount({ address: deployer })

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'dr-deployments-'))
  anvil = await startAnvil({ chainId: TESTNET })
  await anvil.client.setAutomine(true)
  await anvil.client.setBalance({ address: deployer, value: parseEther('100') })
  const transport = http(anvil.url)
  const account = privateKeyToAccount(deployerKey)
  const amm = await deployMarket({
    publicClient: createPublicClient({ transport, cacheTime: 0 }),
    walletClient: createWalletClient({ account, transport }),
  })
  const roles = Object.fromEntries(ROLES.map((role) => [role, newAddress()]))
  const { params, ...rest } = example(TESTNET)
  configuration = {
    ...rest,
    roles,
    params: { ...params, amm: { factory: amm.factory, router: amm.router } },
  }
})
afterAll(async () => {
  await anvil?.stop()
  rmSync(directory, { recursive: true, force: true })
})

/** Parameters for the main chain: its payment token and market, and the example's limits of the exchange. */
const mainParams = () => {
  const { usdt, amm, exchangeCaps } = example(MAINNET).params
  return { ...configuration.params, usdt, amm, exchangeCaps }
}
const place = () => ({ rpcUrl: anvil.url, directory, deployerKey })
const withRoles = (roles: Record<string, string>) =>
  parseTarget({ ...configuration, roles: { ...configuration.roles, ...roles } })

describe('before anything is sent it is refused', () => {
  const refused = async (work: () => Promise<unknown>, reason: RegExp) => {
    const before = await transactions()
    await expect(work()).rejects.toThrow(reason)
    expect(await transactions()).toBe(before)
    expect(existsSync(join(directory, `${TESTNET}.json`))).toBe(false)
  }

  test.each(ROLES)('without %s', (role) =>
    refused(async () => deployToChain(withRoles({ [role]: '' }), place()), new RegExp(`${role}: missing`)),
  )

  test.each(ROLES.filter((role) => role !== 'signer'))('when signer and %s share a key', (role) =>
    refused(
      () => deployToChain(withRoles({ [role]: configuration.roles.signer as string }), place()),
      /signer and \w+ share (?:one|a) key/,
    ),
  )

  test.each(['proposer', 'liquidityHolder'])('when the deploying wallet is the %s', (role) =>
    refused(
      () => deployToChain(withRoles({ [role]: deployer }), place()),
      new RegExp(`${role} and deployer share one key`),
    ),
  )

  test('on another chain than the configuration’s, or without its market and token', async () => {
    const usdt = '0x55d398326f99059fF775485246999027B3197955'
    const mainnet = { ...configuration, chainId: MAINNET, params: mainParams() }
    await refused(
      () => deployToChain(parseTarget(mainnet), place()),
      /serves chain 97, the configuration is for 56/,
    )
    const withToken = { ...configuration, params: { ...configuration.params, usdt } }
    await refused(() => deployToChain(parseTarget(withToken), place()), /not a token with 18 decimals/)
    const amm = { ...(configuration.params.amm as object), router: usdt }
    const withRouter = { ...configuration, params: { ...configuration.params, amm } }
    await refused(() => deployToChain(parseTarget(withRouter), place()), /is no router of/)
  })

  test('a test token on the main chain, another chain, a limit that is none', () => {
    const broken: readonly [object, RegExp][] = [
      [{ ...configuration, chainId: MAINNET }, /usdt: missing; a test token is never deployed on chain 56/],
      [
        { ...configuration, chainId: MAINNET, params: { ...configuration.params, usdt: newAddress() } },
        /usdt: on chain 56 it is 0x55d398326f99059fF775485246999027B3197955, not 0x/,
      ],
      [{ ...configuration, chainId: 1 }, /chainId: 56 or 97/],
      [{ ...configuration, params: { ...configuration.params, minDepth: 5 } }, /minDepth: whole tokens/],
      [
        { ...configuration, params: { ...configuration.params, exchangeCaps: {} } },
        /exchangeCaps.dollar: missing/,
      ],
    ]
    for (const [json, reason] of broken) expect(() => parseTarget(json)).toThrow(reason)
  })

  test('what the examples leave open has to be filled in', () => {
    for (const chainId of [TESTNET, MAINNET])
      expect(() => parseTarget(example(chainId))).toThrow(/signer: missing/)
  })
})

const program = fileURLToPath(new URL('../deploy.ts', import.meta.url))
const runProgram = async (args: readonly string[], environment: Readonly<Record<string, string>>) => {
  const { code, out, error } = await runToEnd(program, args, environment)
  return { status: code, stdout: out, stderr: error }
}

test('the program says in one line what is wrong with its call, before it asks any chain', async () => {
  const folder = mkdtempSync(join(directory, 'call-'))
  const file = join(folder, 'configuration.json')
  writeFileSync(file, JSON.stringify(configuration))
  const USAGE = 'npm run deploy -- <configuration.json> [--check | --calls]'
  const noChain = { RPC_URL: 'http://127.0.0.1:1' }
  const wrong: readonly [args: string[], environment: Record<string, string>, line: string][] = [
    [[file], {}, 'RPC_URL: missing'],
    [[file], noChain, 'DEPLOYER_KEY_FILE: missing'],
    [[file, '--force'], noChain, `unknown option --force: ${USAGE}`],
    [[file, '--check', '--force'], noChain, `unknown option --force: ${USAGE}`],
    [['--check'], noChain, USAGE],
    [[file, '--calls'], noChain, `${join(folder, `${TESTNET}.json`)} does not exist`],
    [[file, '--check'], noChain, `${join(folder, `${TESTNET}.json`)} does not exist`],
  ]
  const answers = wrong.map(async ([args, environment, line]) => {
    const answer = await runProgram(args, { ...environment, DEPLOYMENTS_DIR: folder })
    expect([args, answer]).toEqual([args, { status: 1, stdout: '', stderr: `${line}\n` }])
  })
  await Promise.all(answers)
})

test('an endpoint that is away is named by its host, in one line without its key; one that is no URL by its setting', async () => {
  const folder = mkdtempSync(join(directory, 'away-'))
  const file = join(folder, 'configuration.json')
  const key = join(folder, 'deployer')
  writeFileSync(file, JSON.stringify(configuration))
  writeFileSync(key, deployerKey, { mode: 0o600 })
  writeFileSync(join(folder, `${TESTNET}.json`), '{}')
  const run = (url: string, folder: string, ...options: string[]) =>
    runProgram([file, ...options], { RPC_URL: url, DEPLOYER_KEY_FILE: key, DEPLOYMENTS_DIR: folder })
  // A port without a listener that `fetch` allows, unlike port 1.
  const away = 'http://127.0.0.1:2/v3/SECRETRPCKEY'
  const line = /^HTTP request failed \(http:\/\/127\.0\.0\.1:2\/…\): .*ECONNREFUSED[^\n]*\n$/
  const none = join(folder, 'none')
  const saysAway = { status: 1, stdout: '', stderr: expect.stringMatching(line) }
  expect(await run(away, none)).toEqual(saysAway)
  expect(await run(away, folder, '--check')).toEqual(saysAway)
  const noUrl = await run(away.replace('http://', ''), none)
  expect(noUrl).toEqual({ status: 1, stdout: '', stderr: 'RPC_URL: Invalid URL\n' })
})

test('the program deploys, checks, writes the record that a server starts with; a second at once, and one after it, is refused', {
  timeout: 480_000,
}, async () => {
  const file = join(directory, 'testnet.json')
  const key = join(directory, 'deployer')
  writeFileSync(file, JSON.stringify(configuration))
  writeFileSync(key, deployerKey)
  const environment = { RPC_URL: anvil.url, DEPLOYER_KEY_FILE: key, DEPLOYMENTS_DIR: directory }
  const run = (...options: string[]) => runProgram([file, ...options], environment)
  chmodSync(key, 0o644)
  expect(await run()).toMatchObject({ status: 1, stderr: expect.stringMatching(/readable by others/) })
  chmodSync(key, 0o600)
  const atOnce = await Promise.all([run(), run()])
  const [done, other] = atOnce.toSorted((one, two) => Number(one.status) - Number(two.status))
  expect([done?.status, done?.stderr]).toEqual([0, ''])
  expect(other).toMatchObject({
    status: 1,
    stderr: expect.stringMatching(/^\S+: another deployment is under way\n$/),
  })
  const record = readFileSync(join(directory, `${TESTNET}.json`), 'utf8')
  expect(JSON.parse(record)).toMatchObject({ chainId: TESTNET, deployer, roles: configuration.roles })
  expect(await run('--check')).toMatchObject({ status: 0 })
  const again = await run()
  expect(again).toMatchObject({ status: 1, stderr: expect.stringMatching(/has a deployment/) })
  for (const { stdout, stderr } of [...atOnce, again]) {
    expect(stdout + stderr).not.toContain(deployerKey.slice(2))
    expect(stdout + stderr).not.toMatch(/ at .*\.ts/)
  }
  expect(record).not.toContain(deployerKey.slice(2))

  for (const name of ['signer', 'keeper', 'attester', 'drawer']) {
    writeFileSync(join(directory, name), generatePrivateKey(), { mode: 0o600 })
  }
  const server = readConfig({
    CHAIN_ID: String(TESTNET),
    DEPLOYMENT_FILE: join(directory, `${TESTNET}.json`),
    SECRETS_DIR: directory,
    DATABASE_URL: 'postgresql://localhost/dr',
    PUBLIC_ORIGIN: 'https://app.test',
    GENESIS_ADDRESS: newAddress(),
    RPC_URLS: anvil.url,
    PUBLIC_RPC_URLS: anvil.url,
  })
  expect(server.contracts).toEqual(JSON.parse(record).contracts)
})

test('what is not as configured is found, each by its name', async () => {
  const others = {
    signer: newAddress(),
    attester: newAddress(),
    witness: newAddress(),
    drawer: newAddress(),
    pauser: newAddress(),
    proposer: newAddress(),
  }
  const findings = (await checkChain(withRoles({ ...others, treasury: newAddress() }), place())).join('\n')
  for (const what of [
    'DigitalRights.signer',
    'Exchange.signer',
    'WithdrawalVault0.signer',
    'WithdrawalVault2.pauser',
    'ResultRegistry.attester',
    'RootRegistry.attester',
    'RootRegistry.witness',
    'DigitDraw.drawer',
    'AdminTimelock.hasRole',
    'DigitalRights.TREASURY',
    'Funding.TREASURY',
    'TreasuryVesting.owner',
  ]) {
    expect(findings).toContain(what)
  }
  const params = { ...configuration.params, minDepth: '60000' }
  expect(await checkChain(parseTarget({ ...configuration, params }), place())).toEqual([
    expect.stringMatching(/^PriceOracle\.MIN_DEPTH is 50000\d+, not 60000\d+$/),
  ])
})

test('another code than the sources’ is found, though its getters answer alike', async () => {
  const { deployment } = JSON.parse(readFileSync(join(directory, `${TESTNET}.json`), 'utf8'))
  const target = parseTarget(configuration)
  expect(await checkChain(target, place())).toEqual([])
  for (const name of ['withdrawalVault2', 'exchange', 'adminTimelock'] as const) {
    const address = deployment.contracts[name]
    const code = (await anvil.client.getCode({ address })) ?? '0x'
    const last = code.endsWith('00') ? '01' : '00'
    await anvil.client.setCode({ address, bytecode: `${code.slice(0, -2)}${last}` as Hex })
    expect(await checkChain(target, place())).toEqual([
      expect.stringMatching(new RegExp(`^the code at ${address} is not \\w+ of these sources$`)),
    ])
    await anvil.client.setCode({ address, bytecode: code })
  }
  expect(await checkChain(target, place())).toEqual([])
})

test('the check says which pool has no price yet, and what waits for it', async () => {
  const target = parseTarget(configuration)
  const ofEach = (why: string) =>
    PRICED_TOKENS.map((token) => expect.stringMatching(new RegExp(`^${token}: ${why}$`)))
  expect(await checkPrices(target, place())).toEqual(
    ofEach('its pool holds too little USDT: .*\\(PoolTooShallow\\)'),
  )
  const { deployment } = JSON.parse(readFileSync(join(directory, `${TESTNET}.json`), 'utf8'))
  const account = configuration.roles.liquidityHolder as Hex
  await anvil.client.impersonateAccount({ address: account })
  await anvil.client.setBalance({ address: account, value: parseEther('10') })
  const transport = http(anvil.url)
  const from = { address: account, type: 'json-rpc' } as const
  const walletClient = createWalletClient({ account: from, transport })
  const holder = { publicClient: createPublicClient({ transport, cacheTime: 0 }), walletClient }
  await seedPools(holder, { contracts: deployment.contracts, liquidity: LOCAL_LIQUIDITY })
  expect(await checkPrices(target, place())).toEqual(ofEach('no 24-hour average: .*\\(WindowNotFull\\)'))
  await anvil.client.increaseTime({ seconds: 86_400 })
  await anvil.client.mine({ blocks: 1 })
  expect(await checkPrices(target, place())).toEqual([]) // without a trade the reserves are the average
})
