import type { Hex } from 'viem'
import type { ContractAddresses } from '../chain/contract-addresses.ts'
import { FatalError } from '../errors.ts'
import type { LowerHex } from '../hex.ts'
import type { LogLevel } from '../logger.ts'
import type { TracesSettings } from '../tracing/open-tracing.ts'

/** A setting has to be corrected; the message names it. */
export class ConfigError extends FatalError {}

/** The roles of a process: one, several, or all. */
export const ROLES = ['api', 'indexer', 'worker'] as const
export type Role = (typeof ROLES)[number]

type Key = Hex

/** A side's certificate and key, and the authority of the other side's certificates; PEM. */
export interface SignerTls {
  readonly cert: string
  readonly key: string
  readonly ca: string
}

/** Address of the signing process: a Unix socket, or `https://…`. */
export type SignerEndpoint = { readonly socket: string } | { readonly url: string; readonly tls: SignerTls }

/** Configuration of a server. `readConfig` reads it from the environment; `tools/dev/` composes it itself. */
export interface ServerConfig {
  /** Roles of this process. Any set but all needs PostgreSQL. */
  readonly roles: readonly Role[]
  /** 0: any free one. */
  readonly port: number
  /** Address to listen on; undefined: all, IPv4 and IPv6. */
  readonly host: string | undefined
  readonly dataDirectory: string
  /**
   * Folder of the keys of this process's roles, and of an API's request keys, nonce key and pepper. Shared by
   * replicas. Mode 700.
   */
  readonly secretsDirectory: string
  /** Undefined: PGlite in `dataDirectory`. */
  readonly databaseUrl: string | undefined
  /** PostgreSQL itself, if `databaseUrl` is a pooler in transaction mode. */
  readonly databaseDirectUrl: string | undefined
  readonly databasePoolMax: number
  readonly chain: {
    readonly chainId: number
    readonly name: string
    /** For the server, in order of preference; the first follows the chain and must serve `eth_getLogs`. */
    readonly rpcUrls: readonly string[]
    /** For the app and the wallets. */
    readonly publicRpcUrls: readonly string[]
    readonly explorerUrl: string | null
    readonly nativeCurrency: { readonly name: string; readonly symbol: string }
  }
  readonly contracts: ContractAddresses
  /** Block before the first deployment. */
  readonly startBlock: number
  /** The inviter of the first users, activated at deployment. */
  readonly genesisAddress: LowerHex
  /**
   * Keys by the role that uses them. A process has only the keys of its own roles; the others are undefined.
   */
  readonly keys: {
    readonly api:
      | {
          /** Keys that sign vouchers, each while the contracts accept it: one, or two during a rotation. */
          readonly signers: readonly Key[]
          /** Process that signs vouchers instead, with its own keys: then `signers` is empty. */
          readonly process?: SignerEndpoint | undefined
        }
      | undefined
    readonly worker:
      | {
          /** Sends `Emission.release`, `PriceOracle.update` and `Exchange.flushFees`. */
          readonly keeper: Key
          /** Posts the hashes of weekly results, and the daily roots. */
          readonly attester: Key
          /** Opens and reveals the digit draws, whose secrets are derived from it. */
          readonly drawer: Key
        }
      | undefined
  }
  /** Epochs of daily roots on chain that are another's, as the operator says (docs/runbook.md). */
  readonly foreignEpochs: readonly bigint[]
  /** Origin of the witness's roots files, from which lost ones are fetched; undefined: none are. */
  readonly witnessUrl: string | undefined
  /** Wallets of operators, lower case; empty: no operators. */
  readonly operators: readonly LowerHex[]
  /** Origin of the app, `https://…`; undefined (local only): the host of each request. */
  readonly publicOrigin: string | undefined
  /**
   * Whether it is the local chain: its clock may jump, the genesis account's code is shown, limits are
   * generous.
   */
  readonly local: boolean
  /** Whether the digit draw is on (docs/product.md 10): off by default. */
  readonly game: boolean
  /**
   * SMTP server and sender of e-mails; undefined: the server sends none. The URL is a secret: it contains the
   * password.
   */
  readonly mail: { readonly url: string; readonly from: string } | undefined
  readonly walletConnectProjectId: string | null
  /** Relay of WalletConnect pairings; null: WalletConnect's own. */
  readonly walletConnectRelayUrl: string | null
  /** Factor of the limits in http/request/limits.ts. */
  readonly rateLimitFactor: number
  /** Milliseconds for which responses that are the same for every caller are cached; 0: not at all. */
  readonly publicAnswersKeptMs: number
  /** Seconds between two releases of the emission by the keeper. */
  readonly releaseIntervalSeconds: number
  /** Maximum wei that a worker's key pays for one unit of gas. */
  readonly gasPriceMax: bigint
  /** Schedule of the keeper's flushes of the exchange's fees: seconds, or a cron pattern (UTC). */
  readonly feeFlushSchedule: number | string
  /** Proxies whose `x-forwarded-for` is trusted, comma-separated addresses; false: none. */
  readonly trustProxy: boolean | string
  readonly logLevel: LogLevel
  /** Share of the requests in the access log, from 0 to 1, beside each that is slow or fails. */
  readonly accessLogSample: number
  /** Destination of traces of requests; undefined: no traces. */
  readonly traces: TracesSettings | undefined
  /** Access to `/metrics`: public, by token, or (neither) only from this machine. */
  readonly metrics: { readonly public: boolean; readonly token: string | undefined }
  /** Vite's build of the app; undefined: only the API. */
  readonly siteDirectory: string | undefined
}
