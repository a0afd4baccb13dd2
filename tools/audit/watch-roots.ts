/**
 * `npm run watch-roots [-- --once]`: the witness of the daily roots. It checks the newest post through both
 * endpoints each minute, keeps its file in DATA_DIR, confirms it with the key, and serves the files on PORT. With
 * `--once` it ends: 0 nothing is wrong, 1 not confirmed, 2 the roots are wrong. Its settings are environment
 * variables (README.md), since an endpoint's URL may contain a key.
 */
import { readFileSync, statSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { createPublicClient, getAddress, type Hex, http } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { siteSource } from './roots-source.ts'
import { serveFiles } from './serve-files.ts'
import { createTrouble, type Found, look, watch } from './watch.ts'
import type { Witness } from './witness.ts'

const RANGE_BLOCKS = 5_000n
const EVERY_MS = 60_000
/** A single block may be full of events: 150 M gas of transfers are some 15 MB. */
const RESPONSE_BYTES_MAX = 200_000_000
const ANSWER_TIMEOUT_MS = 60_000
const OTHERS_MODE = 0o077

const EXIT: Readonly<Record<Found['kind'], number>> = { idle: 0, holds: 0, waits: 1, contradicts: 2 }

const readKey = (path: string) => {
  if ((statSync(path).mode & OTHERS_MODE) !== 0) throw new Error(`${path} can be read by others: chmod 600`)
  const text = readFileSync(path, 'utf8').trim()
  if (!/^0x[0-9a-fA-F]{64}$/.test(text)) throw new Error(`${path} is no private key`)
  return privateKeyToAccount(text as Hex)
}

const readSettings = (environment: NodeJS.ProcessEnv) => {
  const needed = (name: string): string => {
    const value = environment[name]
    if (!value) throw new Error(`${name} is missing (tools/audit/README.md)`)
    return value
  }
  const listOf = (text: string | undefined): string[] =>
    text ? text.split(',').map((one) => one.trim()) : []
  const clients = listOf(needed('RPC_URLS')).map((url) =>
    createPublicClient({
      transport: http(url, { maxResponseBodySize: RESPONSE_BYTES_MAX, timeout: ANSWER_TIMEOUT_MS }),
    }),
  )
  const [one, other, ...more] = clients
  if (!one || !other || more.length > 0) throw new Error('RPC_URLS: two endpoints, of different providers')
  const { KEY_FILE, PORT, FROM_BLOCK, RANGE_BLOCKS: range, FOREIGN_EPOCHS } = environment
  const witness: Witness = {
    clients: [one, other],
    site: siteSource(needed('SITE_URL')),
    folder: needed('DATA_DIR'),
    registry: getAddress(needed('ROOT_REGISTRY')),
    foreignEpochs: listOf(FOREIGN_EPOCHS)
      .map(Number)
      .sort((a, b) => a - b),
    fromBlock: FROM_BLOCK ? BigInt(FROM_BLOCK) : undefined,
    rangeBlocks: range ? BigInt(range) : RANGE_BLOCKS,
    key: KEY_FILE ? readKey(KEY_FILE) : undefined,
  }
  return { witness, port: PORT ? Number(PORT) : undefined }
}

const print = ({ lines }: Found): void => {
  for (const line of lines) process.stdout.write(`${new Date().toISOString()} ${line}\n`)
}

const run = async (): Promise<void> => {
  const { values } = parseArgs({ options: { once: { type: 'boolean' } } })
  const { witness, port } = readSettings(process.env)
  await mkdir(witness.folder, { recursive: true })
  if (values.once) {
    const found = await look(witness)
    print(found)
    process.exitCode = EXIT[found.kind]
    return
  }
  const trouble = createTrouble(Date.now)
  if (port !== undefined) serveFiles(witness.folder, trouble.read).listen(port)
  await watch(witness, {
    everyMs: EVERY_MS,
    take: (found, isNews) => {
      trouble.set(EXIT[found.kind] === 0 ? undefined : found.lines.join('\n'))
      if (isNews) print(found)
    },
  })
}

try {
  await run()
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
}
