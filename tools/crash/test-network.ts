/** Chain, contracts and funded users of a run, without the server. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { drgvAbi } from '@dr/contracts/abi/drgv'
import type { ContractAddresses } from '@dr/server/platform/chain/contract-addresses'
import { freePort } from '@dr/test-kit'
import {
  createPublicClient,
  createWalletClient,
  encodeFunctionData,
  http,
  type PublicClient,
  parseEther,
  toHex,
} from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { foundry } from 'viem/chains'
import { makeFinal, stopBlocks } from '../dev/chain/clock.ts'
import type { LocalChain } from '../dev/chain/start-chain.ts'
import { ensureKeys } from '../dev/deployment/keys.ts'
import { prepareChain } from '../dev/prepare-chain.ts'
import { serverEnvironment } from '../dev/server-settings.ts'
import type { Settings } from '../dev/settings.ts'
import { createApiClient } from './api-client.ts'
import type { Random } from './random.ts'
import type { Reported } from './reported.ts'
import { createServerProcess, type ServerProcess } from './test-server.ts'
import { approve, type UserParts } from './user.ts'

/** Faster than on the real chain, so that a short run has many blocks. */
const BLOCK_EVERY_MS = 250
const USDT_OF_USER = parseEther('50000')
const DRGV_OF_USER = parseEther('100000')

export interface World {
  readonly directory: string
  readonly url: string
  readonly chain: LocalChain
  readonly client: PublicClient
  readonly contracts: ContractAddresses
  readonly server: ServerProcess
  /** Environment of that server. */
  readonly environment: NodeJS.ProcessEnv
  readonly settings: Settings
  /** Adds a funded wallet with approvals, unknown to the server. */
  addUser(parts: { reported: Reported; random: Random }): Promise<UserParts>
  /** Stops making blocks; mined ones are final. */
  freeze(): Promise<void>
  end(): Promise<void>
}

/** Makes a block every quarter of a second until stopped. */
const startMining = ({ rpc }: LocalChain): (() => Promise<void>) => {
  const stopped = new AbortController()
  const mining = (async () => {
    while (!stopped.signal.aborted) {
      await rpc('evm_mine')
      await delay(BLOCK_EVERY_MS)
    }
  })()
  return async () => {
    stopped.abort()
    await mining
  }
}

export const createWorld = async ({ databaseUrl }: { databaseUrl: string | undefined }): Promise<World> => {
  const directory = mkdtempSync(join(tmpdir(), 'dr-crash-'))
  const [port, chainPort] = [await freePort(), await freePort()]
  const settings: Settings = {
    port,
    chainPort,
    dataDirectory: directory,
    databaseUrl,
    reset: undefined,
    empty: true,
  }
  const keys = await ensureKeys(join(directory, 'secrets'))
  const { chain, record } = await prepareChain(settings, keys)
  await stopBlocks(chain.rpc)
  const stopMining = startMining(chain)
  const { contracts } = record
  const transport = http(chain.url)
  const client = createPublicClient({ chain: foundry, transport, pollingInterval: 50, cacheTime: 0 })
  const url = `http://127.0.0.1:${port}`
  const environment = serverEnvironment(settings, {
    siteDirectory: undefined,
    environment: { RATE_LIMIT_FACTOR: '1000' },
  })
  const server = createServerProcess({ url, environment, log: join(directory, 'server.log') })
  const faucet = privateKeyToAccount(keys.faucet)
  const giver = createWalletClient({ account: faucet, chain: foundry, transport })

  const addUser: World['addUser'] = async (parts) => {
    const account = privateKeyToAccount(generatePrivateKey())
    await chain.rpc('anvil_setBalance', [account.address, toHex(parseEther('100'))])
    for (const [to, amount] of [
      [contracts.USDT, USDT_OF_USER],
      [contracts.DRGV, DRGV_OF_USER],
    ] as const) {
      const args = [account.address, amount] as const
      const data = encodeFunctionData({ abi: drgvAbi, functionName: 'transfer', args })
      const hash = await giver.sendTransaction({ to, data })
      await client.waitForTransactionReceipt({ hash })
    }
    const user = {
      ...parts,
      account,
      client,
      contracts,
      api: createApiClient({ url, chainId: foundry.id }),
      wallet: createWalletClient({ account, chain: foundry, transport }),
    }
    await approve(user)
    return user
  }
  return {
    directory,
    url,
    chain,
    client,
    contracts,
    server,
    environment,
    settings,
    addUser,
    freeze: async () => {
      await stopMining()
      await makeFinal(chain.rpc)
    },
    end: async () => {
      await stopMining()
      await server.kill()
      await chain.stop()
      rmSync(directory, { recursive: true, force: true })
    },
  }
}
