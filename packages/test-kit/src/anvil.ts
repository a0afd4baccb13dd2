import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { askedReceipts } from '@dr/contracts/asked-receipts'
import { createTestClient, http, publicActions, walletActions } from 'viem'
import { foundry } from 'viem/chains'
import { exited, spawnTied, stopProcess } from './child-process.ts'

export interface AnvilOptions {
  /** Seconds between blocks. Absent: only `mine` makes blocks, and transactions wait for them. */
  readonly blockTimeSeconds?: number
  /** File that the chain's state is loaded from at start and written to at the end. */
  readonly statePath?: string
  /** Unix seconds of the first block. */
  readonly timestamp?: number
  readonly port?: number
  /** Default 31337. Clients then use the given chain id as their own. */
  readonly chainId?: number
  /** Refuses transactions of more than 2²⁴ gas (EIP-7825), as chains with Osaka's rules do. */
  readonly limitsTransactionGas?: boolean
}

const createClient = (url: string) =>
  createTestClient({
    mode: 'anvil',
    chain: foundry,
    // Hundreds of blocks at once take time on a shared processor.
    transport: http(url, { retryCount: 0, timeout: 60_000 }),
    pollingInterval: 50,
    cacheTime: 0,
  })
    .extend(publicActions)
    .extend(walletActions)
    .extend(askedReceipts)

export interface Anvil {
  readonly url: string
  readonly port: number
  /** viem's test, public and wallet actions. */
  readonly client: ReturnType<typeof createClient>
  /** Makes blocks; `finalized` is two behind `latest`. */
  mine(blocks?: number): Promise<void>
  /** Stops it with SIGINT: the state is written. */
  stop(): Promise<void>
  /** Kills it: the state is lost. */
  kill(): Promise<void>
}

/** Path of the program itself: npm's wrapper would leave it running when killed. */
const anvilProgram = (): string => {
  const machine = process.arch === 'x64' ? 'amd64' : process.arch
  const platform = process.platform === 'win32' ? 'win32' : process.platform
  const root = createRequire(import.meta.url)
    .resolve('@foundry-rs/anvil/package.json')
    .replace(/anvil\/package\.json$/, '')
  const program = join(root, `anvil-${platform}-${machine}`, 'bin', 'anvil')
  if (!existsSync(program)) throw new Error(`no Anvil for this machine: ${program}`)
  return program
}

const LISTENING = /Listening on 127\.0\.0\.1:(\d+)/

const portOf = (child: ReturnType<typeof spawnTied>): Promise<number> =>
  new Promise((resolve, reject) => {
    let output = ''
    const read = (chunk: Buffer) => {
      output += chunk.toString()
      const port = LISTENING.exec(output)?.[1]
      if (port !== undefined) resolve(Number(port))
    }
    child.stdout?.on('data', read)
    child.stderr?.on('data', read)
    child.once('error', reject)
    child.once('exit', (code) => reject(new Error(`Anvil ended with ${code}: ${output}`)))
  })

/** Starts a local chain on a free loopback port, `finalized` two blocks behind `latest`. */
export const startAnvil = async (options: AnvilOptions = {}): Promise<Anvil> => {
  const { blockTimeSeconds, statePath, timestamp, port: wantedPort = 0, chainId = foundry.id } = options
  const args = [
    '--port',
    String(wantedPort),
    '--chain-id',
    String(chainId),
    '--slots-in-an-epoch',
    '1',
    ...(blockTimeSeconds === undefined ? ['--no-mining'] : ['--block-time', String(blockTimeSeconds)]),
    ...(statePath === undefined ? [] : ['--state', statePath]),
    ...(timestamp === undefined ? [] : ['--timestamp', String(timestamp)]),
    ...(options.limitsTransactionGas ? ['--enable-tx-gas-limit'] : []),
  ]
  const child = spawnTied(anvilProgram(), args)
  const port = await portOf(child)
  const url = `http://127.0.0.1:${port}`
  const client = createClient(url)
  return {
    url,
    port,
    client,
    mine: async (blocks = 1) => client.mine({ blocks }),
    stop: () => stopProcess(child, 'SIGINT'),
    kill: async () => {
      child.kill('SIGKILL')
      await exited(child)
    },
  }
}
