/** Faults, one for each alarm: their effect on the metrics, and the alarms that fire two minutes later. */
import type { AllSeries, Figure } from './series.ts'

/**
 * Value of a metric after the fault, by its value just before it and the steps since: `'gone'` is no value.
 */
type Change = 'gone' | ((before: number, since: number) => number)

export interface Fault {
  /** By a substring of the series' names: all that contain it. */
  readonly changes: Readonly<Record<string, Change>>
  /** Further alarms with the same cause. */
  readonly beside?: readonly string[]
}

const is =
  (value: number): Change =>
  () =>
    value
/** No change. */
const unchanged: Change = (before) => before
const rises =
  (perStep: number): Change =>
  (before, since) =>
    before + Math.floor(perStep * (since + 1))
/** Rises once. */
const once: Change = (before) => before + 1

const downOf = (labels: string): Fault['changes'] => ({
  [`up{${labels}`]: is(0),
  [`process_ready{${labels}`]: 'gone',
  [`chain_clock_lag_seconds{${labels}`]: 'gone',
})

/** By the fault's alarm. */
export const FAULTS: Readonly<Record<string, Fault>> = {
  ProcessDown: { changes: downOf('job="api",instance="api-1"') },
  NoApiReady: { changes: downOf('job="api"'), beside: ['ProcessDown'] },
  ProcessNotReady: { changes: { 'process_ready{job="api",instance="api-2"': is(0) } },
  NoIndexerLeads: { changes: { 'leadership_held{job="indexer"': is(0), indexer_block: 'gone' } },
  NoWorkerLeads: { changes: { 'leadership_held{job="worker"': is(0), vault_checked: 'gone' } },
  TwoLeaders: { changes: { 'leadership_held{job="worker"': is(1) } },
  ClockOff: { changes: { 'clock_ahead_seconds{job="api",instance="api-1"': is(-11) } },
  ConnectionsExhausted: { changes: { 'database_connections_waiting{job="api",instance="api-1"': is(1) } },
  LogLinesDropped: { changes: { 'log_lines_dropped_total{job="api",instance="api-1"': rises(5) } },
  DatabaseServerRefused: {
    changes: { 'database_server_refused_total{job="api",instance="api-1"': rises(5) },
  },
  DatabaseTimelinesDiffer: {
    changes: { 'database_timeline{job="worker"': once },
    beside: ['DatabaseFailedOver'],
  },
  DatabaseFailedOver: { changes: { database_timeline: once } },
  ResponsesUnavailable: { changes: { 'outcome="unavailable"': rises(30) } },
  ResponsesFailed: { changes: { 'instance="api-1",outcome="failed"': once } },
  LiveNotListening: { changes: { 'live_listening{job="api",instance="api-1"': is(0) } },
  LiveStreamsRefused: { changes: { 'live_streams_refused_total{job="api",instance="api-1"': once } },
  LiveStreamsNearLimit: { changes: { 'live_streams{job="api",instance="api-1"': is(18_001) } },
  LiveUpdatesLate: { changes: { 'le="0.3"': unchanged, 'le="1"': unchanged } },
  SignerDown: { changes: { 'up{job="signer"': is(0), signer_cap_used_ratio: 'gone' } },
  SignerCapNear: { changes: { 'cap="withdraw-dr DR"': is(0.85) } },
  SignerRefuses: { changes: { 'reason="contract"': once } },
  RequestKeysDiffer: { changes: { 'request_key_made_at_seconds{job="api",instance="api-2"': is(7) } },
  SignerNotNamed: { changes: { 'signer_named{job="api",instance="api-1"': is(0) } },
  ChainClockUnknown: {
    changes: {
      chain_clock_lag_seconds: 'gone',
      process_ready: is(0),
      leadership_held: is(0),
      indexer_block: 'gone',
      suspense_open_events: 'gone',
      false_events_open: 'gone',
    },
    beside: ['NoApiReady', 'NoIndexerLeads', 'NoWorkerLeads', 'ProcessNotReady'],
  },
  ChainClockBehind: { changes: { chain_clock_lag_seconds: (_, since) => 61 + 15 * since } },
  EndpointLeftOut: {
    changes: {
      'indexer_endpoint_usable{job="indexer",instance="indexer-1",endpoint="1:a"': is(0),
      'indexer_endpoint_usable{job="indexer",instance="indexer-2",endpoint="1:a"': is(0),
    },
  },
  EndpointNotAsked: {
    changes: { 'rpc_endpoint_usable{job="api",instance="api-1",endpoint="1:a"': is(0) },
  },
  NoEndpointUsable: { changes: { indexer_endpoint_usable: is(0) }, beside: ['EndpointLeftOut'] },
  EndpointsDisagree: { changes: { 'indexer_errors_total{job="indexer",instance="indexer-1"': rises(3) } },
  IndexerStopped: { changes: { indexer_block_number: unchanged } },
  EventsInSuspense: { changes: { suspense_open_events: is(1) } },
  EventsBookedFalsely: { changes: { false_events_open: is(1) } },
  EventsMissing: { changes: { 'chain_number_gap{job="worker"': is(1) } },
  ChainNumbersUnchecked: { changes: { chain_number_agreed_block: unchanged } },
  LedgerFindings: { changes: { ledger_audit_findings: is(1) } },
  VaultShortfall: { changes: { vault_shortfall_base_units: is(1e18) } },
  ClaimWaits: { changes: { claims_waiting_seconds: is(90) } },
  ClaimUncovered: { changes: { vault_uncovered_base_units: is(1) } },
  VaultUnbooked: { changes: { vault_unbooked_base_units: is(-1) } },
  VaultInflowsMissing: { changes: { vault_expected_inflows: is(1) } },
  VaultCheckStopped: { changes: { vault_checked_block: unchanged } },
  DepthNotRecorded: { changes: { 'exchange_depth_age_seconds{job="worker"': is(10_801) } },
  DrPriceFragile: { changes: { dr_half_price_days: is(29) } },
  RootsNotPosted: { changes: { roots_posted_at_seconds: is(-27 * 3_600) } },
  RootsNotConfirmed: { changes: { roots_unconfirmed_seconds: is(2 * 86_400 + 1) } },
  RootsWrong: { changes: { 'trouble="foreign"': is(1) } },
  RootsDiffer: { changes: { 'trouble="kept"': is(3) } },
  RootsAttesterOther: { changes: { roots_posting: is(0) } },
  TickFails: { changes: { 'instance="worker-1",tick="solvency': once } },
  TickFailsRepeatedly: {
    changes: { 'instance="worker-1",tick="solvency': rises(7) },
    beside: ['TickFails'],
  },
  // Its second failure is four minutes after the first.
  OracleNotUpdated: {
    changes: { 'instance="worker-1",tick="prices': (before, since) => before + (since < 1 ? 0 : 2) },
    beside: ['TickFails'],
  },
  KeyBalanceLow: { changes: { key_balance_bnb: is(0.049) } },
  SiteUnreachable: { changes: { 'probe_success{job="site"': is(0) } },
  WitnessTroubled: { changes: { 'probe_success{job="witness"': is(0) } },
  CertificateExpires: { changes: { probe_ssl_earliest_cert_expiry: is(13 * 86_400) } },
  DiskAlmostFull: { changes: { node_filesystem_avail_bytes: is(9.9e10) } },
  BackupOld: { changes: { backup_last_success_timestamp_seconds: is(-27 * 3_600) } },
  PostgresDown: {
    changes: {
      'up{job="patroni",instance="db-2"': is(0),
      'instance="db-2",scope="dr"}': 'gone',
    },
    // In the simulation it is the only standby.
    beside: ['ReplicaMissing'],
  },
  PostgresNotOnePrimary: { changes: { patroni_primary: is(1) } },
  ReplicaMissing: { changes: { patroni_sync_standby: is(0) } },
  ReplicationLag: {
    changes: { 'patroni_xlog_replayed_location{job="patroni",instance="db-2"': (b) => b - 7e7 },
  },
}

const changed =
  (figure: Figure, change: Change, at: number): Figure =>
  (step) => {
    if (step < at) return figure(step)
    if (change === 'gone') return undefined
    return change(figure(at - 1) ?? 0, step - at)
  }

/** `quiet` with the fault from step `at` on. Throws if a change matches no series. */
export const withFault = (quiet: AllSeries, { changes }: Fault, at: number): AllSeries => {
  for (const part of Object.keys(changes))
    if (!Object.keys(quiet).some((name) => name.includes(part))) throw new Error(`no series has ${part}`)
  return Object.fromEntries(
    Object.entries(quiet).map(([name, figure]) => {
      const found = Object.entries(changes).find(([part]) => name.includes(part))
      return [name, found ? changed(figure, found[1], at) : figure]
    }),
  )
}
