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

/** A side's certificate and key, and the authority whose certificates it accepts of the other; PEM. */
export interface SignerTls {
  readonly cert: string
  readonly key: string
  readonly ca: string
}

/** Where the signing process is: a Unix socket, or `https://…`. */
export type SignerEndpoint = { readonly socket: string } | { readonly url: string; readonly tls: SignerTls }

/**
 * Configuration of a server. `readConfig` makes it from the environment; `tools/dev/` puts it together
 * itself.
 */
export interface ServerConfig {
  /** What this process does. Any but all need PostgreSQL. */
  readonly roles: readonly Role[]
  /** 0: any free one. */
  readonly port: number
  /** Address to listen on; none: all, IPv4 and IPv6. */
  readonly host: string | undefined
  readonly dataDirectory: string
  /**
   * The keys of this process's roles; an API's request keys, nonce key and pepper beside. Replicas share it.
   * Mode 700.
   */
  readonly secretsDirectory: string
  /** None: PGlite in `dataDirectory`. */
  readonly databaseUrl: string | undefined
  /** PostgreSQL itself, where `databaseUrl` is a pooler in transaction mode. */
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
  /** The first users' inviter, activated at deployment. */
  readonly genesisAddress: LowerHex
  /**
   * Keys by the role that uses them. A process has only the keys of its own roles; the others are undefined.
   */
  readonly keys: {
    readonly api:
      | {
          /** Sign vouchers, each while the contracts name it: one, or two while it is rotated. */
          readonly signers: readonly Key[]
          /** Signs them instead, with keys of its own: then `signers` is empty. */
          readonly process?: SignerEndpoint | undefined
        }
      | undefined
    readonly worker:
      | {
          /** Sends `Emission.release`, `PriceOracle.update` and `Exchange.flushFees`. */
          readonly keeper: Key
          /** Posts the hashes of weekly results. */
          readonly attester: Key
          /** Opens and reveals the digit draws; their secrets are made of it. */
          readonly drawer: Key
        }
      | undefined
  }
  /** Wallets of operators, lower case; empty: there is no operator. */
  readonly operators: readonly LowerHex[]
  /** Where the app is served, `https://…`; undefined (local only): the host that each request names. */
  readonly publicOrigin: string | undefined
  /** The local chain: its clock may travel, the genesis account's code is shown, limits are generous. */
  readonly local: boolean
  /** The digit draw is on (docs/product.md 10): off by default. */
  readonly game: boolean
  /**
   * Where our letters go out; none: the server sends none. The address is a secret: it has the password in
   * it.
   */
  readonly mail: { readonly url: string; readonly from: string } | undefined
  readonly walletConnectProjectId: string | null
  /** Where pairings meet; null: at WalletConnect's own relay. */
  readonly walletConnectRelayUrl: string | null
  /** Times the limits of http/request/limits.ts. */
  readonly rateLimitFactor: number
  /** How long an answer that is the same for every caller is cached, milliseconds; 0: not at all. */
  readonly publicAnswersKeptMs: number
  /** Seconds between two releases of the emission by our keeper. */
  readonly releaseIntervalSeconds: number
  /** Wei of one unit of gas that a worker's key pays at most. */
  readonly gasPriceMax: bigint
  /** How often our keeper flushes the exchange's fees: seconds, or a cron pattern (UTC). */
  readonly feeFlushSchedule: number | string
  /** Proxies whose `x-forwarded-for` is believed, comma-separated addresses; false: none. */
  readonly trustProxy: boolean | string
  readonly logLevel: LogLevel
  /** Share of the requests that the access log has, beside each that is slow or fails: from 0 to 1. */
  readonly accessLogSample: number
  /** Where traces of requests are sent; undefined: none are made. */
  readonly traces: TracesSettings | undefined
  /** Who may read `/metrics`: anyone, a reader with the token, or (neither) this machine alone. */
  readonly metrics: { readonly public: boolean; readonly token: string | undefined }
  /** Vite's build of the app; none: the API alone. */
  readonly siteDirectory: string | undefined
}
