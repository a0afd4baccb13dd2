/** Votes of several endpoints on the logs of the same blocks. */
import { placeOf } from '../../platform/chain/chain-events.ts'
import { isSameLog } from '../event-log.ts'
import type { RawLog } from '../raw-log.ts'

/** Whether the logs are equal; both in the order of the chain. */
export const sameLogs = (a: readonly RawLog[], b: readonly RawLog[]): boolean =>
  a.length === b.length && a.every((log, index) => isSameLog(log, b[index] as RawLog))

const identityOf = (log: RawLog): string =>
  [log.blockHash, log.logIndex, log.txHash, log.address, log.data, ...log.topics].join()

/** A log, and the answers that have it. */
export interface LogVotes {
  readonly log: RawLog
  readonly holders: ReadonlySet<number>
}

export const countVotes = (answers: readonly (readonly RawLog[])[]): LogVotes[] => {
  const votes = new Map<string, { log: RawLog; holders: Set<number> }>()
  answers.forEach((logs, answer) => {
    for (const log of logs) {
      const identity = identityOf(log)
      const known = votes.get(identity) ?? { log, holders: new Set<number>() }
      known.holders.add(answer)
      votes.set(identity, known)
    }
  })
  return [...votes.values()]
}

export interface LogVerdict {
  /** Logs that the blocks have. */
  readonly present: readonly LogVotes[]
  /** Logs that their block's bloom excludes. */
  readonly excluded: readonly LogVotes[]
  /** Logs that most answers do not have. */
  readonly outvoted: readonly LogVotes[]
  /** Undecided logs. */
  readonly open: readonly LogVotes[]
}

type Said = keyof LogVerdict

const isOfMost = ({ holders }: LogVotes, answers: number): boolean => holders.size * 2 > answers

const judgeOne = (
  { log, holders }: LogVotes,
  answers: number,
  bloomSays: (log: RawLog) => boolean | undefined,
): Said => {
  const others = answers - holders.size
  if (others === 0) return 'present'
  const said = bloomSays(log)
  if (said !== undefined) return said ? 'present' : 'excluded'
  if (holders.size === others) return 'open'
  return holders.size > others ? 'present' : 'outvoted'
}

/**
 * Judges each log: unanimously, else by `bloomSays` of its block, else by majority. Among logs that claim one
 * place the one in most answers is present; without a majority all of them are open.
 */
export const judgeLogs = (
  votes: readonly LogVotes[],
  answers: number,
  bloomSays: (log: RawLog) => boolean | undefined,
): LogVerdict => {
  const verdict: Record<Said, LogVotes[]> = { present: [], excluded: [], outvoted: [], open: [] }
  for (const vote of votes) verdict[judgeOne(vote, answers, bloomSays)].push(vote)
  const { present, open, outvoted, excluded } = verdict
  const claims = Map.groupBy([...present, ...open, ...outvoted], ({ log }) => placeOf(log))
  const there = new Set(present)
  const rivalsOf = ({ log }: LogVotes): LogVotes[] => {
    const claiming = claims.get(placeOf(log)) ?? []
    return claiming.length > 1 && claiming.some((one) => there.has(one)) ? claiming : []
  }
  const rejudge = (was: Said, vote: LogVotes): Said => {
    const rivals = rivalsOf(vote)
    if (rivals.length === 0) return was
    if (isOfMost(vote, answers)) return 'present'
    return rivals.some((rival) => isOfMost(rival, answers)) ? 'outvoted' : 'open'
  }
  const again: Record<Said, LogVotes[]> = { present: [], excluded: [...excluded], outvoted: [], open: [] }
  for (const was of ['present', 'open', 'outvoted'] as const)
    for (const vote of verdict[was]) again[rejudge(was, vote)].push(vote)
  return again
}

/** The answers that contradict these logs: without one of them, or with another one. */
export const contradicting = (
  votes: readonly LogVotes[],
  answers: number,
  present: readonly LogVotes[],
): Map<number, { readonly log: RawLog; readonly isThere: boolean }> => {
  const there = new Set(present)
  const wrong = new Map<number, { log: RawLog; isThere: boolean }>()
  for (let answer = 0; answer < answers; answer++) {
    const vote = votes.find((one) => there.has(one) !== one.holders.has(answer))
    if (vote) wrong.set(answer, { log: vote.log, isThere: there.has(vote) })
  }
  return wrong
}

/** In the order of the chain. */
export const logsOf = (votes: readonly LogVotes[]): RawLog[] =>
  votes
    .map(({ log }) => log)
    .sort((a, b) =>
      a.blockNumber === b.blockNumber ? a.logIndex - b.logIndex : a.blockNumber < b.blockNumber ? -1 : 1,
    )
