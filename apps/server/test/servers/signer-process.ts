/** The signing process as in production: `bin/signer.ts`, with a folder of keys, a record and rules. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { VoucherKind } from '@dr/protocol/vouchers'
import type { Hex } from 'viem'
import { OFFLINE_DEPLOYMENT } from '../app/offline-deployment.ts'
import { type ServerProcess, startServerProcess } from './server-process.ts'

const SIGNER_PROGRAM = fileURLToPath(new URL('../../src/bin/signer.ts', import.meta.url))

type CapsPerDay = Readonly<Record<string, Readonly<Record<string, string>>>>

const EXAMPLE = new URL('../../../../deploy/signer/policy.example.json', import.meta.url)
const { capsPerDay: exampleCaps } = JSON.parse(readFileSync(EXAMPLE, 'utf8')) as { capsPerDay: CapsPerDay }

const LARGE = '1000000'

/** The kinds and units of the example, with large caps, so that a test sets only those it is about. */
export const capsPerDay = (changed: Partial<Record<VoucherKind, CapsPerDay[string]>> = {}): CapsPerDay => ({
  ...Object.fromEntries(
    Object.entries(exampleCaps).map(([kind, caps]) => [
      kind,
      Object.fromEntries(Object.keys(caps).map((unit) => [unit, LARGE])),
    ]),
  ),
  ...changed,
})

export interface SignerFolder {
  readonly directory: string
  readonly socket: string
  readonly environment: Record<string, string>
}

/** The caller removes the folder: `removeFolder`. */
export const prepareSigner = async (
  keys: Readonly<Record<string, Hex>>,
  {
    caps = {},
    signaturesPerSecond = 1_000,
    chainId = 97,
    deployment = OFFLINE_DEPLOYMENT,
  }: {
    caps?: Parameters<typeof capsPerDay>[0]
    signaturesPerSecond?: number
    chainId?: number
    deployment?: object
  } = {},
): Promise<SignerFolder> => {
  const directory = mkdtempSync(join(tmpdir(), 'dr-signer-'))
  const at = (name: string) => join(directory, name)
  await mkdir(at('secrets'), { mode: 0o700 })
  for (const [name, key] of Object.entries(keys)) {
    await writeFile(at(`secrets/${name}`), key, { mode: 0o600 })
  }
  await writeFile(at('deployment.json'), JSON.stringify(deployment))
  await writeFile(at('policy.json'), JSON.stringify({ signaturesPerSecond, capsPerDay: capsPerDay(caps) }))
  const socket = at('signer.sock')
  return {
    directory,
    socket,
    environment: {
      CHAIN_ID: String(chainId),
      DEPLOYMENT_FILE: at('deployment.json'),
      SECRETS_DIR: at('secrets'),
      DATA_DIR: at('data'),
      SIGNER_LISTEN: `unix:${socket}`,
      SIGNER_POLICY_FILE: at('policy.json'),
    },
  }
}

export const removeFolder = ({ directory }: SignerFolder): void => rmSync(directory, { recursive: true })

/** Resolves when it listens; ends with the test. `within`: as in `startServerProcess`. */
export const startSignerProcess = (
  environment: Record<string, string>,
  { within }: { within?: readonly string[] } = {},
): Promise<ServerProcess> => startServerProcess(environment, { program: SIGNER_PROGRAM, within })
