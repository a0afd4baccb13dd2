/**
 * Confirms the logs of a range (ADR 0062): two endpoints have returned the same, or it was decided which is
 * wrong, or a single endpoint's own headers exclude further ones; and the chain's numbers agree.
 */
import type { Logger } from 'pino'
import type { Header } from '../chain-reader.ts'
import type { Endpoint } from '../endpoint-pool.ts'
import { EndpointsDisagreeError, NumbersDisagreeError, WrongLogsError } from '../errors.ts'
import { addTimes, type FetchedRange } from '../fetch-range.ts'
import {
  type Asking,
  commonHeaders,
  commonNumbers,
  type EndpointLogs,
  findWitness,
  numbersFrom,
  readFrom,
  withoutFalse,
} from './ask-endpoints.ts'
import { readBloom } from './bloom.rules.ts'
import { chooseLogs } from './choose-logs.rules.ts'
import { confirmAlone } from './confirm-alone.ts'
import { type Counts, differing, type EventCounter, type Said } from './count-events.ts'
import { bloomSays, type EventKind } from './event-kinds.rules.ts'
import {
  contradicting,
  countVotes,
  judgeLogs,
  type LogVerdict,
  type LogVotes,
  logsOf,
  sameLogs,
} from './log-votes.rules.ts'

/** A range with confirmed logs. */
export interface ConfirmedRange extends FetchedRange {
  readonly counts: Counts
  /** The chain's numbers at its end; undefined if no endpoint has that state any more. */
  readonly said: Said | undefined
}

/** A range to be confirmed. */
export interface Reading {
  readonly range: FetchedRange
  /** Another endpoint's logs of the range; undefined before they are requested. */
  readonly witness?: EndpointLogs | undefined
  /** The known numbers of the chain before the range. */
  readonly before: Counts
  /** Whether to wait when in doubt; otherwise the logs count, and a number's gap remains. */
  readonly patient: boolean
}

export interface Confirming extends Asking {
  readonly kinds: readonly EventKind[]
  readonly counter: EventCounter
  readonly logger: Logger
}

/** Judges each log that any of the endpoints has. */
const judge = async (confirming: Confirming, answers: readonly EndpointLogs[]) => {
  const { kinds } = confirming
  const votes = countVotes(answers.map(({ logs }) => logs))
  const isCommon = ({ holders }: LogVotes) => holders.size === answers.length
  const disputed = votes.filter((vote) => !isCommon(vote))
  const headers: ReadonlyMap<bigint, Header> =
    disputed.length === 0 ? new Map() : await commonHeaders(confirming, answers, disputed)
  const agreed = Map.groupBy(
    votes.filter(isCommon).map(({ log }) => log),
    ({ blockNumber }) => blockNumber,
  )
  const verdict = judgeLogs(votes, answers.length, (log) => {
    const header = headers.get(log.blockNumber)
    if (!header) return undefined
    if (header.hash !== log.blockHash) return false
    const beside = agreed.get(log.blockNumber) ?? []
    return bloomSays(readBloom(header.logsBloom), log, { kinds, agreed: beside })
  })
  return { votes, verdict }
}

const leaveOutWrong = (
  { pool }: Confirming,
  answers: readonly EndpointLogs[],
  { votes, present }: { votes: readonly LogVotes[]; present: readonly LogVotes[] },
): void => {
  for (const [index, { log, isThere }] of contradicting(votes, answers.length, present)) {
    const what = `${isThere ? 'it leaves out' : 'it invents'} log ${log.logIndex} of block ${log.blockNumber}`
    pool.leaveOut((answers[index] as EndpointLogs).endpoint, new WrongLogsError(what, { log, isThere }))
  }
}

/** Text about the first undecided log, and the endpoints that have it. */
const saidOfOpen = (answers: readonly EndpointLogs[], { open }: Pick<LogVerdict, 'open'>): string => {
  const [first] = open
  if (!first) return 'no choice of them gives the numbers of the chain'
  const { blockNumber, logIndex, address, txHash } = first.log
  const names = (has: boolean): string =>
    answers
      .flatMap(({ endpoint }, index) => (first.holders.has(index) === has ? [endpoint.name] : []))
      .join(' and ')
  return `log ${logIndex} of block ${blockNumber} (contract ${address}, transaction ${txHash}) is so at ${names(true)}, and other or none at ${names(false)}`
}

const confirmSingle = async (
  confirming: Confirming,
  endpoint: Endpoint,
  { range, before, patient }: Reading,
): Promise<ConfirmedRange> => {
  const { counter, logger } = confirming
  const raw = await confirmAlone(endpoint.reader, range, { ...confirming, patient })
  const logs = raw === range.logs ? range.logs : await addTimes(endpoint.reader, raw, new Map(range.headers))
  const counts = counter.count(logs)
  const said = await numbersFrom(confirming, endpoint.reader, range.to.number)
  const [wrong] = said ? differing(said, { ...counter, before, counts }) : []
  if (wrong && patient) throw new WrongLogsError(`${wrong} of the chain is not what the events add up to`)
  if (wrong) logger.error({ number: wrong }, 'a number of the chain says that events are missing')
  return { ...range, logs, counts: counter.withUnseen(counts, { before, said }), said }
}

/** Confirms by all usable endpoints; `known`: those that have answered. */
const confirmByAll = async (
  confirming: Confirming,
  endpoint: Endpoint,
  { range, before, patient, known }: Reading & { known: readonly EndpointLogs[] },
): Promise<ConfirmedRange | undefined> => {
  const { pool, counter } = confirming
  const unasked = pool.othersOf(endpoint).filter((other) => known.every((one) => one.endpoint !== other))
  const more = await Promise.all(unasked.map((other) => readFrom(confirming, other, range)))
  const answers = await withoutFalse(confirming, [
    { endpoint, logs: range.logs },
    ...known,
    ...more.filter((one) => one !== undefined),
  ])
  if (answers.length < 2)
    return pool.othersOf(endpoint).length === 0
      ? confirmSingle(confirming, endpoint, { range, before, patient })
      : undefined
  const { votes, verdict } = await judge(confirming, answers)
  const isDisputed = votes.some(({ holders }) => holders.size < answers.length)
  const counts = counter.count(range.logs)
  const common = await commonNumbers(confirming, answers, {
    block: range.to.number,
    agrees: (one) => !isDisputed && differing(one, { ...counter, before, counts }).length === 0,
  })
  const said = common === 'differ' ? undefined : common
  const choice = chooseLogs(verdict, { counter, before, said })
  const about = `the logs of blocks ${range.from.number} to ${range.to.number}`
  if (choice.outcome === 'open') throw new EndpointsDisagreeError(`${about}: ${saidOfOpen(answers, verdict)}`)
  if (patient && (choice.outcome === 'numbers-differ' || common === 'differ'))
    throw new NumbersDisagreeError(`${about}: a number of the chain says otherwise`)
  leaveOutWrong(confirming, answers, { votes, present: choice.present })
  const logs = logsOf(choice.present)
  const timed = await addTimes(endpoint.reader, logs, new Map(range.headers))
  return { ...range, logs: timed, counts: counter.withUnseen(counter.count(logs), { before, said }), said }
}

/**
 * The range with the logs that count. Undefined if no other endpoint has these blocks yet. Throws the reason
 * against it.
 */
export const confirmLogs = async (
  confirming: Confirming,
  endpoint: Endpoint,
  reading: Reading,
): Promise<ConfirmedRange | undefined> => {
  const { range, before } = reading
  const witness = reading.witness ?? (await findWitness(confirming, endpoint, range))
  if (confirming.pool.othersOf(endpoint).length === 0) return confirmSingle(confirming, endpoint, reading)
  if (!witness) return undefined
  if (sameLogs(range.logs, witness.logs)) {
    const { counter } = confirming
    const counts = counter.count(range.logs)
    // if the first cannot answer, the second is asked: otherwise an endpoint that refuses would not be
    // checked
    const said =
      (await numbersFrom(confirming, endpoint.reader, range.to.number)) ??
      (await confirming.pool.ask(witness.endpoint, () =>
        numbersFrom(confirming, witness.endpoint.reader, range.to.number),
      ))
    if (!said || differing(said, { ...counter, before, counts }).length === 0)
      return { ...range, counts: counter.withUnseen(counts, { before, said }), said }
  }
  return confirmByAll(confirming, endpoint, { ...reading, known: [witness] })
}

/** Confirms by all endpoints, for blocks that were processed before. */
export const confirmLogsAgain = (
  confirming: Confirming,
  endpoint: Endpoint,
  reading: Reading,
): Promise<ConfirmedRange | undefined> =>
  confirming.pool.othersOf(endpoint).length === 0
    ? confirmSingle(confirming, endpoint, reading)
    : confirmByAll(confirming, endpoint, { ...reading, known: [] })
