/** Metrics of a small production without faults: input of `promtool test rules`. */

/** Seconds between two scrapes, as in `prometheus.yml`. */
export const STEP_SECONDS = 15

/** A metric at a step of the simulation; undefined if the process did not answer, or does not have it. */
export type Figure = (step: number) => number | undefined

/** By name and labels, in Prometheus' notation. */
export type AllSeries = Readonly<Record<string, Figure>>

const ROLES = ['api', 'indexer', 'worker'] as const
const NUMBERS = [1, 2] as const
const DAY_STEPS = 86_400 / STEP_SECONDS

const of = (role: string, number: number) => `job="${role}",instance="${role}-${number}"`
const always =
  (value: number): Figure =>
  () =>
    value
const rising =
  (perStep: number, from = 0): Figure =>
  (step) =>
    from + perStep * step
/** From 0 to 1, the same on each run. */
const noise = (step: number): number => Math.abs(Math.sin(step * 12.9898) * 43_758.5453) % 1

/** Each process is updated once a day, one after the other: down for one scrape. */
const updateStep = (role: string, number: number): number =>
  300 + 40 * (ROLES.indexOf(role as (typeof ROLES)[number]) * NUMBERS.length + number)
const sinceUpdate = (role: string, number: number, step: number): number => {
  const at = updateStep(role, number)
  return step < at ? step : (step - at) % DAY_STEPS
}
const isUpdating = (role: string, number: number, step: number): boolean =>
  step >= updateStep(role, number) && sinceUpdate(role, number, step) === 0

/** A metric of a process, missing while it is updated. */
const shownBy =
  (role: string, number: number, figure: Figure): Figure =>
  (step) =>
    isUpdating(role, number, step) ? undefined : figure(step)
/** A counter, which restarts at zero with each start. */
const countedBy = (role: string, number: number, perStep: number): Figure =>
  shownBy(role, number, (step) => Math.floor(perStep * sinceUpdate(role, number, step)))

/**
 * The second leads from the update of the first on, until its own; for one scrape after an update none leads.
 */
const leadsAt = (role: string, number: number, step: number): boolean => {
  const [first, second] = NUMBERS.map((each) => updateStep(role, each)) as [number, number]
  if (step < first) return number === 1
  const sinceFirst = (step - first) % DAY_STEPS
  if (sinceFirst === 0 || sinceFirst === second - first) return false
  return number === (sinceFirst < second - first ? 2 : 1)
}
const shownByLeader =
  (role: string, number: number, figure: Figure): Figure =>
  (step) =>
    leadsAt(role, number, step) ? figure(step) : undefined

const processSeries = (role: string, number: number): AllSeries => {
  const labels = of(role, number)
  const shown = (figure: Figure) => shownBy(role, number, figure)
  return {
    [`up{${labels}}`]: (step) => (isUpdating(role, number, step) ? 0 : 1),
    // The first scrape after a start may find it not ready yet.
    [`process_ready{${labels}}`]: shown((step) =>
      sinceUpdate(role, number, step) === 1 && step > 1 ? 0 : 1,
    ),
    [`clock_ahead_seconds{${labels}}`]: shown((step) => noise(step) * 0.2 - 0.1),
    // A single scrape with waiting callers is no shortage.
    [`database_connections_waiting{${labels}}`]: shown((step) => (step % 97 === 0 ? 3 : 0)),
    [`database_server_refused_total{${labels}}`]: countedBy(role, number, 0),
    [`log_lines_dropped_total{${labels}}`]: countedBy(role, number, 0),
    [`database_timeline{${labels}}`]: shown(always(3)),
    // An endpoint that answers late once is asked again with the next scrape.
    [`rpc_endpoint_usable{${labels},endpoint="1:a"}`]: shown((step) => (step % 89 === 0 ? 0 : 1)),
    [`rpc_endpoint_usable{${labels},endpoint="2:b"}`]: shown(always(1)),
    // The chain itself pauses once a day.
    [`chain_clock_lag_seconds{${labels}}`]: shown((step) =>
      step % DAY_STEPS === 600 ? 75 : 2 + 8 * noise(step),
    ),
  }
}

const apiSeries = (number: number): AllSeries => {
  const labels = of('api', number)
  const counted = (perStep: number) => countedBy('api', number, perStep)
  const shown = (figure: Figure) => shownBy('api', number, figure)
  return {
    [`http_responses_total{${labels},outcome="success"}`]: counted(300),
    [`http_responses_total{${labels},outcome="refused"}`]: counted(9),
    [`http_responses_total{${labels},outcome="failed"}`]: counted(0),
    [`http_responses_total{${labels},outcome="unavailable"}`]: counted(0.5),
    [`live_listening{${labels}}`]: shown((step) => (step % DAY_STEPS === 800 ? 0 : 1)),
    [`live_streams_refused_total{${labels}}`]: counted(0),
    [`live_streams{${labels}}`]: shown((step) => Math.round(9_000 + 3_000 * noise(step))),
    [`live_lag_seconds_bucket{${labels},le="0.3"}`]: counted(100),
    [`live_lag_seconds_bucket{${labels},le="1"}`]: counted(100),
    [`live_lag_seconds_bucket{${labels},le="10"}`]: counted(100),
    [`live_lag_seconds_bucket{${labels},le="+Inf"}`]: counted(100),
    // A new key each day, which the second API finds a scrape after the first.
    [`request_key_made_at_seconds{${labels}}`]: shown((step) => Math.floor((step + 1 - number) / DAY_STEPS)),
    [`signer_named{${labels},contract="DigitalRights"}`]: shown(always(1)),
  }
}

const numberSeries = (job: 'indexer' | 'worker', number: number): AllSeries => ({
  [`chain_number_gap{${of(job, number)},number="mining.purchases"}`]: shownBy(job, number, always(0)),
  [`chain_number_agreed_block{${of(job, number)},number="mining.purchases"}`]: shownBy(
    job,
    number,
    rising(5),
  ),
})

const indexerSeries = (number: number): AllSeries => {
  const labels = of('indexer', number)
  const byLeader = (figure: Figure) => shownByLeader('indexer', number, figure)
  return {
    [`leadership_held{${labels},name="indexer"}`]: shownBy('indexer', number, (step) =>
      leadsAt('indexer', number, step) ? 1 : 0,
    ),
    [`indexer_block_number{${labels}}`]: byLeader((step) =>
      step % DAY_STEPS === 600 ? 5 * (step - 1) : 5 * step,
    ),
    [`indexer_finalized_block_number{${labels}}`]: byLeader(rising(5, 2)),
    [`indexer_endpoint_usable{${labels},endpoint="1:a"}`]: byLeader((step) =>
      step % DAY_STEPS === 700 ? 0 : 1,
    ),
    [`indexer_endpoint_usable{${labels},endpoint="2:b"}`]: byLeader(always(1)),
    [`indexer_errors_total{${labels},error="EndpointsDisagreeError"}`]: countedBy('indexer', number, 0),
    [`suspense_open_events{${labels}}`]: shownBy('indexer', number, always(0)),
    [`false_events_open{${labels}}`]: shownBy('indexer', number, always(0)),
    ...numberSeries('indexer', number),
  }
}

const workerSeries = (number: number): AllSeries => {
  const labels = of('worker', number)
  const byLeader = (figure: Figure) => shownByLeader('worker', number, figure)
  const tick = (name: string) => ({
    [`tick_failures_total{${labels},tick="${name}"}`]: countedBy('worker', number, 0),
  })
  return {
    [`leadership_held{${labels},name="worker"}`]: shownBy('worker', number, (step) =>
      leadsAt('worker', number, step) ? 1 : 0,
    ),
    ...numberSeries('worker', number),
    [`ledger_audit_findings{${labels}}`]: byLeader(always(0)),
    [`vault_shortfall_base_units{${labels},vault="0",token="DR"}`]: byLeader(always(0)),
    [`claims_waiting_seconds{${labels}}`]: byLeader(always(0)),
    [`vault_uncovered_base_units{${labels},vault="0",token="DR"}`]: byLeader(always(0)),
    [`vault_unbooked_base_units{${labels},vault="0",token="DR"}`]: byLeader(always(0)),
    [`vault_expected_inflows{${labels}}`]: byLeader(always(0)),
    [`vault_checked_block{${labels},vault="0",token="DR"}`]: byLeader(rising(5)),
    [`exchange_depth_age_seconds{${labels},token="USDT"}`]: byLeader((step) => (step * STEP_SECONDS) % 3_900),
    [`dr_half_price_days{${labels}}`]: byLeader(always(400)),
    [`roots_posted_at_seconds{${labels}}`]: byLeader((step) => Math.floor(step / DAY_STEPS) * 86_400),
    [`roots_unconfirmed_seconds{${labels}}`]: byLeader((step) => (step * STEP_SECONDS) % 600),
    [`roots_troubles{${labels},trouble="foreign"}`]: byLeader(always(0)),
    [`roots_troubles{${labels},trouble="kept"}`]: byLeader(always(0)),
    [`roots_posting{${labels}}`]: byLeader(always(1)),
    [`key_balance_bnb{${labels},key="keeper"}`]: byLeader((step) => 0.5 - 0.000_005 * (step % DAY_STEPS)),
    ...tick('prices.update-oracle'),
    ...tick('solvency.check-reserves'),
  }
}

/** Metrics of a database's host `db-1` or `db-2`; the first is the primary. */
const databaseSeries = (number: number): AllSeries => {
  const labels = `job="patroni",instance="db-${number}",scope="dr"`
  return {
    [`up{${labels}}`]: always(1),
    [`patroni_postgres_running{${labels}}`]: always(1),
    [`patroni_primary{${labels}}`]: always(number === 1 ? 1 : 0),
    [`patroni_replica{${labels}}`]: always(number === 1 ? 0 : 1),
    [`patroni_sync_standby{${labels}}`]: always(number === 1 ? 0 : 1),
    [`patroni_xlog_location{${labels}}`]: number === 1 ? rising(1e6) : always(0),
    [`patroni_xlog_replayed_location{${labels}}`]: number === 1 ? always(0) : rising(1e6, -1e6),
  }
}

const SIGNER = 'job="signer",instance="signer-1"'

const signerSeries: AllSeries = {
  [`up{${SIGNER}}`]: (step) => (step % DAY_STEPS === 900 ? 0 : 1),
  [`signer_cap_used_ratio{${SIGNER},cap="withdraw-dr DR"}`]: (step) => 0.3 + 0.2 * noise(step),
  // A cap that is reached occasionally has its own alarm.
  [`signer_refused_total{${SIGNER},reason="cap"}`]: rising(0.01),
  [`signer_refused_total{${SIGNER},reason="contract"}`]: always(0),
}

const NODE = 'job="node",instance="db-1"'
const DISK = `${NODE},fstype="ext4",mountpoint="/"`
const SITE = 'job="site",instance="https://app.example"'
const WITNESS = 'job="witness",instance="https://witness.example/healthz"'

/** A backup each night, at the same hour; promtool's time begins at 0. */
const backup: Figure = (step) => Math.floor(step / DAY_STEPS) * 86_400

const machineSeries: AllSeries = {
  [`up{${NODE}}`]: always(1),
  [`probe_success{${SITE}}`]: (step) => (step % DAY_STEPS === 200 ? 0 : 1),
  // It could not confirm in one look of that day.
  [`probe_success{${WITNESS}}`]: (step) => (step % DAY_STEPS >= 400 && step % DAY_STEPS < 404 ? 0 : 1),
  [`probe_ssl_earliest_cert_expiry{${SITE}}`]: always(60 * 86_400),
  [`node_filesystem_avail_bytes{${DISK}}`]: (step) => 4e11 - 1e5 * (step % DAY_STEPS),
  [`node_filesystem_size_bytes{${DISK}}`]: always(1e12),
  [`backup_last_success_timestamp_seconds{${NODE}}`]: backup,
}

/** Two of each process, two databases, one site: updated daily, without faults. */
export const QUIET: AllSeries = Object.assign(
  {},
  ...NUMBERS.flatMap((number) => [
    ...ROLES.map((role) => processSeries(role, number)),
    apiSeries(number),
    indexerSeries(number),
    workerSeries(number),
    databaseSeries(number),
  ]),
  machineSeries,
  signerSeries,
) as AllSeries

interface Run {
  readonly from: number
  readonly by: number
  count: number
}

/**
 * In promtool's notation: `a+bxn` for runs of equal differences, `stale` at its end, `_` for missing values.
 */
export const valuesOf = (figure: Figure, steps: number): string => {
  const parts: string[] = []
  let run: Run | undefined
  let wasShown = false
  const end = () => {
    if (run) parts.push(`${run.from}${run.by < 0 ? '-' : '+'}${Math.abs(run.by)}x${run.count}`)
    run = undefined
  }
  for (let step = 0; step < steps; step++) {
    const value = figure(step)
    if (value === undefined) {
      end()
      parts.push(wasShown ? 'stale' : '_')
      wasShown = false
      continue
    }
    wasShown = true
    if (run && value === run.from + run.by * (run.count + 1)) {
      run.count += 1
      continue
    }
    end()
    const next = figure(step + 1)
    run = { from: value, by: next === undefined ? 0 : next - value, count: 0 }
  }
  end()
  return parts.join(' ')
}
