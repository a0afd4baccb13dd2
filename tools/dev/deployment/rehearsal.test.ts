/**
 * Chain 56 from an empty machine to the first verified balance, by docs/operations.md alone: its blocks are run
 * as written, with 56 for 97, on a local chain with that chain's properties. Its time begins 54 hours ago, since
 * a server refuses a chain that is ahead of its clock: the first day of prices and a day of mining pass by moving
 * it. The worker posts on each of these days; the last post has the member's line.
 */
import { rmSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { delimiter, dirname, join } from 'node:path'
import { digitalRightsAbi } from '@dr/contracts/abi/digital-rights'
import { drAbi } from '@dr/contracts/abi/dr'
import { rootRegistryAbi } from '@dr/contracts/abi/root-registry'
import { send as sendCall } from '@dr/contracts/deployer'
import { CALLS } from '@dr/protocol/calls/index'
import type { Voucher } from '@dr/protocol/calls/voucher'
import { provesEarned } from '@dr/protocol/roots/proof'
import { voucherCall } from '@dr/protocol/voucher-call'
import { describeOnPostgres, freePort, NODE_ENVIRONMENT, startPostgres } from '@dr/test-kit'
import { type Abi, createPublicClient, createWalletClient, type Hex, http, parseEther } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { expect, onTestFinished, test, vi } from 'vitest'
import { readBlocks } from '../../../apps/server/test/servers/rotation/operations-document.ts'
import { createApiClient } from '../../crash/api-client.ts'
import { giveUsdt, startMainChain } from '../test/main-chain.ts'
import { openCheckout, programOf, runScript, startScript } from '../test/run-document.ts'
import type { ChainRecord } from './deploy-chain.ts'
import { MAINNET, ROLES } from './target.ts'

const HOUR = 3_600
const PATIENCE = { timeout: 240_000, interval: 500 }
const keys = Object.fromEntries(ROLES.map((role) => [role, generatePrivateKey()]))
const addressOf = (key: unknown) => privateKeyToAccount(key as Hex).address

const blockWith = (word: string): string => {
  const found = readBlocks().find(({ script }) => script.includes(word))
  if (!found) throw new Error(`docs/operations.md has no block with ${word}`)
  return found.script.replaceAll('97', String(MAINNET))
}

describeOnPostgres('chain 56, by docs/operations.md', () => {
  test('from an empty machine to the first verified balance', { timeout: 900_000 }, async () => {
    const folder = await openCheckout()
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    const at = (...path: string[]) => join(folder, ...path)
    const cluster = await startPostgres()
    onTestFinished(() => cluster.stop())
    const anvil = await startMainChain({ timestamp: Math.floor(Date.now() / 1_000) - 54 * HOUR })
    onTestFinished(() => anvil.stop())
    const env = {
      ...NODE_ENVIRONMENT,
      PATH: [dirname(process.execPath), cluster.binDirectory, process.env.PATH].join(delimiter),
      HOME: folder,
      ...Object.fromEntries(Object.entries(process.env).filter(([name]) => name.startsWith('npm_config_'))),
    }
    const run = (script: string, more: Record<string, string>) =>
      runScript(script, { cwd: folder, env: { ...env, ...more } })
    const client = createPublicClient({ transport: http(anvil.url), cacheTime: 0 })
    const walletOf = (key: Hex) => ({
      publicClient: client,
      walletClient: createWalletClient({
        account: privateKeyToAccount(key),
        transport: http(anvil.url),
      }),
    })
    const travel = async (seconds: number) => {
      await anvil.client.increaseTime({ seconds })
      await anvil.mine(3)
    }

    // Deploying: the roles are all that the example leaves open.
    await run(blockWith('97.example.json'), {})
    const configPath = at('deployments/56.config.json')
    const roles = Object.fromEntries(ROLES.map((role) => [role, addressOf(keys[role])]))
    await writeFile(configPath, JSON.stringify({ ...JSON.parse(await readFile(configPath, 'utf8')), roles }))
    const member = generatePrivateKey()
    const paying = ['keeper', 'attester', 'drawer', 'witness', 'liquidityHolder'].map((role) => keys[role])
    for (const key of [await readFile(at('deployer.key'), 'utf8'), ...paying, member])
      await anvil.client.setBalance({ address: addressOf(key), value: parseEther('10') })
    const deploying = { ENDPOINT: anvil.url, DEPLOYMENTS_DIR: at('deployments') }
    expect(await run(blockWith('npm run deploy'), deploying)).toContain(
      'the deployment matches its configuration',
    )
    const record = JSON.parse(await readFile(at('deployments/56.json'), 'utf8')) as ChainRecord
    const { contracts } = record.deployment

    // The market: the liquidity holder's calls.
    const holder = walletOf(keys.liquidityHolder as Hex)
    await giveUsdt(anvil, addressOf(keys.liquidityHolder), parseEther('1000000'))
    const calls = JSON.parse(await readFile(at('deployments/56.calls.json'), 'utf8'))
    for (const { to, data } of [...calls.pools, ...calls.exchange]) {
      const hash = await holder.walletClient.sendTransaction({ to, data, chain: null })
      expect((await client.waitForTransactionReceipt({ hash })).status).toBe('success')
    }

    // Running: everything in one process.
    const port = String(await freePort())
    const site = `http://127.0.0.1:${port}`
    const server = {
      CHAIN_ID: String(MAINNET),
      DEPLOYMENT_FILE: at('deployments/56.json'),
      NODE_ENV: 'production',
      HOST: '127.0.0.1',
      PORT: port,
      RPC_URLS: anvil.url,
      PUBLIC_RPC_URLS: 'https://public.example',
      PUBLIC_ORIGIN: site,
      GENESIS_ADDRESS: addressOf(generatePrivateKey()),
      DATABASE_URL: cluster.url('digital_rights').replace('postgres@', 'digital_rights@'),
      SECRETS_DIR: at('secrets'),
      DATA_DIR: at('data'),
    }
    await run('psql "$ADMIN_URL" --set password=first --file deploy/patroni/create-database.sql', {
      ADMIN_URL: cluster.url('postgres'),
    })
    await mkdir(at('secrets'), { mode: 0o700 })
    for (const name of ['signer', 'keeper', 'attester', 'drawer', 'witness'])
      await writeFile(at('secrets', name), String(keys[name]), { mode: 0o600 })
    await run(blockWith('payment-pepper'), { SECRETS_DIR: at('secrets') })
    const running = startScript(programOf('all in one'), { cwd: folder, env: { ...env, ...server } })
    const eventually = <T>(ask: () => Promise<T>): Promise<T> =>
      vi.waitFor(ask, PATIENCE).catch((error: unknown) => {
        throw new Error(`${String(error)}\n${running.said().slice(-4_000)}`)
      })
    await eventually(async () => expect((await fetch(`${site}/readyz`)).status).toBe(200))
    await travel(25 * HOUR)

    // A member buys a machine and powers it, and mines for a day.
    const api = createApiClient({ url: site, chainId: MAINNET })
    await api.signIn(privateKeyToAccount(member), server.GENESIS_ADDRESS)
    const wallet = walletOf(member)
    const address = addressOf(member)
    await giveUsdt(anvil, address, parseEther('20000'))
    const token = (name: 'usdt' | 'drgv') => ({ address: contracts[name], abi: drAbi as Abi })
    await sendCall(holder, {
      ...token('drgv'),
      functionName: 'transfer',
      args: [address, parseEther('50000')],
    })
    for (const name of ['usdt', 'drgv'] as const) {
      const args = [contracts.digitalRights, parseEther('1000000')]
      await sendCall(wallet, { ...token(name), functionName: 'approve', args })
    }
    const redeem = (voucher: Voucher) =>
      sendCall(wallet, {
        address: voucher.contract as Hex,
        abi: digitalRightsAbi as Abi,
        ...voucherCall(voucher),
      })
    await redeem(
      await eventually(() => api.call(CALLS.machineSignature, { productId: 'm1', machineCount: 2 })),
    )
    await eventually(async () => {
      const { items } = await api.call(CALLS.miningDetail, { limit: 100, state: 'not-activated' })
      expect(items).toHaveLength(2)
    })
    await redeem(await api.call(CALLS.activateSignature, { all: 'not-activated', Period: 1 }))
    await eventually(async () => {
      const { items } = await api.call(CALLS.miningDetail, { limit: 100, state: 'producing' })
      expect(items).toHaveLength(2)
    })
    await travel(25 * HOUR)

    // The worker posts, the witness confirms, a stranger's audit agrees.
    const registry = { address: contracts.rootRegistry, abi: rootRegistryAbi } as const
    const epoch = await eventually(async () => {
      const { newest } = await api.call(CALLS.rootsProof, undefined, { address })
      expect(newest?.books.length).toBeGreaterThan(0)
      return newest
    })
    await run(`${programOf('witness of the daily roots')} --once`, {
      RPC_URLS: `${anvil.url},${anvil.url}`,
      SITE_URL: site,
      ROOT_REGISTRY: contracts.rootRegistry,
      DATA_DIR: at('data-witness'),
      KEY_FILE: at('secrets/witness'),
    })
    const audit = await run(`npm run -s audit -- --rpc ${anvil.url} --site ${site}`, {})
    expect(audit).toContain(`epoch ${epoch?.epoch} of registry`)
    expect(audit).not.toContain('DIFFERS')

    for (const { vault, token: of, earned, index, path } of epoch?.books ?? []) {
      const [hash, total, posted] = await client.readContract({
        ...registry,
        functionName: 'rootOf',
        args: [BigInt(epoch?.epoch ?? 0), vault as Hex, of as Hex],
      })
      const leaf = { chainId: MAINNET, vault: vault as Hex, token: of as Hex, account: address }
      const nodes = path.map(({ hash, sum }) => ({ hash: hash as Hex, sum: BigInt(sum) }))
      const proof = { earned: BigInt(earned), index: BigInt(index), path: nodes }
      expect(posted && proof.earned > 0n && provesEarned(leaf, proof, { hash, total })).toBe(true)
    }
    expect(await running.stop()).toBe(0)
  })
})
