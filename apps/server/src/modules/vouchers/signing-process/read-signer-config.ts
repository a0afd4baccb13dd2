/** The configuration of the signing process: environment variables and the files they name. */
import { join, resolve } from 'node:path'
import { LOCAL_CHAIN_ID } from '@dr/protocol/constants'
import type { Hex } from 'viem'
import * as z from 'zod'
import { deploymentSchema } from '../../../platform/config/config.ts'
import {
  readJson,
  readKeyFile,
  readSigners,
  requirePrivateFolder,
} from '../../../platform/config/config-files.ts'
import { given, parseSetting } from '../../../platform/config/config-values.ts'
import { requireKnownNames } from '../../../platform/config/misspelled.ts'
import {
  readSignerTls,
  signerTlsSettings,
  signerUrl,
  socketOf,
} from '../../../platform/config/signer-settings.ts'
import { LOG_LEVELS, type LogLevel } from '../../../platform/logger.ts'
import { capsOfPolicy, type Domain, policySchema } from './policy.rules.ts'
import type { Listen } from './serve.ts'

const environmentSchema = z.object({
  CHAIN_ID: z.coerce.number().pipe(z.literal([56, 97, LOCAL_CHAIN_ID])),
  DEPLOYMENT_FILE: z.string(),
  SECRETS_DIR: z.string(),
  DATA_DIR: z.string(),
  SIGNER_LISTEN: signerUrl,
  SIGNER_POLICY_FILE: z.string(),
  ...signerTlsSettings,
  LOG_LEVEL: z.enum(LOG_LEVELS).default('info'),
})
type Settings = z.output<typeof environmentSchema>

export interface SignerConfig {
  readonly domain: Domain
  readonly caps: ReadonlyMap<string, bigint>
  readonly signaturesPerSecond: number
  readonly keys: readonly Hex[]
  readonly journalDirectory: string
  readonly listen: Listen
  readonly logLevel: LogLevel
}

const HTTPS_PORT = 443

const listenOf = (settings: Settings, local: boolean): Listen => {
  const socket = socketOf(settings.SIGNER_LISTEN)
  if (socket !== undefined) return { socket }
  const { hostname: host, port } = new URL(settings.SIGNER_LISTEN)
  const tls = readSignerTls(settings, local)
  return { host: host.replace(/^\[|\]$/g, ''), port: port === '' ? HTTPS_PORT : Number(port), tls }
}

/** Throws `ConfigError` with all missing or invalid settings (docs/settings.md). */
export const readSignerConfig = (environment: NodeJS.ProcessEnv): SignerConfig => {
  requireKnownNames(given(environment), Object.keys(environmentSchema.shape))
  const settings = parseSetting(environmentSchema, given(environment), 'the environment')
  const { CHAIN_ID: chainId } = settings
  const local = chainId === LOCAL_CHAIN_ID
  const folder = { secretsDirectory: resolve(settings.SECRETS_DIR), local }
  requirePrivateFolder(folder)
  const record = readJson(settings.DEPLOYMENT_FILE, "the deployment's record (DEPLOYMENT_FILE)")
  const { contracts } = parseSetting(deploymentSchema, record, `DEPLOYMENT_FILE ${settings.DEPLOYMENT_FILE}`)
  const policyFile = readJson(settings.SIGNER_POLICY_FILE, "the signing process's rules (SIGNER_POLICY_FILE)")
  const policy = parseSetting(policySchema, policyFile, `SIGNER_POLICY_FILE ${settings.SIGNER_POLICY_FILE}`)
  return {
    domain: { chainId, contracts, deadlines: !local },
    caps: capsOfPolicy(policy),
    signaturesPerSecond: policy.signaturesPerSecond,
    keys: readSigners(folder, (name) =>
      readKeyFile(folder, name, `the key ${name} (SECRETS_DIR), which the signing process needs`),
    ),
    journalDirectory: join(resolve(settings.DATA_DIR), 'signed'),
    listen: listenOf(settings, local),
    logLevel: settings.LOG_LEVEL,
  }
}
