/** The module's effects on a real database, without a chain, with the facts that a chain would have. */

import { text } from 'node:stream/consumers'
import { LOCAL_CHAIN_ID } from '@dr/protocol/constants'
import { inviterShareOf } from '@dr/protocol/rules/fee-shares'
import type { PayoutToken } from '@dr/protocol/tokens'
import { setChainClock } from '@dr/test-kit'
import { postJournal } from '../../src/modules/ledger/index.ts'
import { bringUpStakes, type NodeCloseDeps, nodeClosing } from '../../src/modules/nodes/node-closing.ts'
import { nodeFileText, readPublishedNodeFile } from '../../src/modules/nodes/node-file.rules.ts'
import { nodesPool } from '../../src/modules/nodes/nodes-pool.ts'
import { publishedNodes } from '../../src/modules/nodes/publish-nodes.ts'
import { receiveNodeIncome } from '../../src/modules/nodes/receive-node-income.ts'
import { type NodeFacts, recomputeNodeWeeks } from '../../src/modules/nodes/recompute-nodes.rules.ts'
import { stakeBegun } from '../../src/modules/nodes/stakes.ts'
import { insertUser } from '../../src/modules/users/insert-user.ts'
import { bindInviter } from '../../src/modules/users/inviter/bind-inviter.ts'
import {
  closeDue,
  type DepositFact,
  type FlushFact,
  type FundingFact,
  incomePostings,
} from '../../src/modules/weeks/index.ts'
import { dateOfUnix } from '../../src/platform/chain/chain-clock.ts'
import type { Database } from '../../src/platform/database/database.ts'
import { DAY_SECONDS } from '../../src/platform/durations.ts'
import type { LowerHex } from '../../src/platform/hex.ts'
import type { UserId } from '../../src/platform/ids.ts'
import { hex, ORIGIN } from './result-origin.ts'

export const accountOf = (person: number): LowerHex => hex(person + 1, 20)

export class DatabaseNodes {
  readonly #database: Database
  #deps: NodeCloseDeps
  readonly #ids = new Map<number, UserId>()
  #events = 0
  readonly #deposits: DepositFact[] = []
  readonly #flushes: FlushFact[] = []
  readonly #fundings: FundingFact[] = []

  constructor(database: Database, deps: NodeCloseDeps) {
    this.#database = database
    this.#deps = deps
  }

  idOf(person: number): UserId {
    const id = this.#ids.get(person)
    if (id === undefined) throw new Error(`no user for person ${person}`)
    return id
  }

  async setClock(timestamp: bigint): Promise<void> {
    await setChainClock(this.#database.single, { timestamp })
  }

  /** `genesis`: activated without an inviter; otherwise registered without an inviter so far. */
  async join(at: bigint, person: number, { genesis = false } = {}): Promise<void> {
    const address = accountOf(person)
    await this.#database.transaction(async (tx) => {
      const joined = dateOfUnix(at)
      const id = await insertUser(tx, { address, activatedAt: genesis ? joined : null, at: joined })
      if (id === undefined) throw new Error(`${person} is there already`)
      this.#ids.set(person, id)
    })
  }

  async bind(at: bigint, { person, inviter }: { person: number; inviter: number }): Promise<void> {
    const userId = this.idOf(person)
    await this.#database.transaction((tx) =>
      bindInviter(tx, { userId, inviterName: accountOf(inviter), at: dateOfUnix(at) }),
    )
  }

  #happened(timestamp: bigint) {
    this.#events += 1
    return { txHash: hex(this.#events, 32), logIndex: 0, timestamp }
  }

  /** Stakes USDT, by a deposit, or by a reinvestment, which has no event. */
  async stake(
    at: bigint,
    order: { person: number; value: bigint; days: number; reinvests?: boolean },
  ): Promise<void> {
    const { person, value, days, reinvests = false } = order
    const happened = this.#happened(at)
    const positionId = BigInt(this.#events)
    const reference = reinvests
      ? `order:00000000-0000-7000-8000-${this.#events.toString(16).padStart(12, '0')}`
      : `chain:${LOCAL_CHAIN_ID}:${happened.txHash}:0`
    const terms = { token: 'USDT', account: accountOf(person), amount: value, drPrice: 0n } as const
    if (!reinvests) this.#deposits.push({ ...happened, ...terms })
    await this.#database.transaction((tx) =>
      stakeBegun(tx, {
        positionId,
        userId: this.idOf(person),
        token: 'USDT',
        principal: value,
        value,
        startsAt: at,
        maturesAt: at + BigInt(days) * DAY_SECONDS,
        reference,
      }),
    )
  }

  /** A release with other weekly rules. */
  changeRules(config: NodeCloseDeps['config']): void {
    this.#deps = { ...this.#deps, config }
  }

  /** Income from an operator; or of a flush of five times the amount, of which inviters had `inviterBps`. */
  async receive(
    at: bigint,
    money: { kind: 'operator' | 'swap-fees'; token: PayoutToken; amount: bigint; inviterBps?: bigint },
  ): Promise<void> {
    const { kind, token, amount, inviterBps = this.#deps.config.inviterBps } = money
    const { txHash, logIndex, timestamp } = this.#happened(at)
    if (kind === 'operator')
      this.#fundings.push({ txHash, logIndex, timestamp, token, toDeflation: 0n, toNode: amount })
    else {
      const toNode = amount + inviterShareOf(amount * 5n, inviterBps)
      this.#flushes.push({
        txHash,
        logIndex,
        timestamp,
        amount: amount * 5n,
        toNode,
        toDeflation: amount * 5n - toNode,
      })
    }
    await this.#database.transaction(async (tx) => {
      const key = `chain:${LOCAL_CHAIN_ID}:${txHash}:${logIndex}:node`
      const source = { kind: 'funded', txHash }
      const journal = { key, reason: 'test.fund', at: dateOfUnix(at), source } as const
      const posted = await postJournal(tx, { ...journal, postings: incomePostings(nodesPool, money) })
      const income = { posted, kind, token, amount, reference: 'a test', txHash, logIndex }
      await receiveNodeIncome(tx, this.#deps.firstWeek, { ...income, blockTimestamp: at })
    })
  }

  bringUp(): Promise<void> {
    return this.#database.transaction((tx) => bringUpStakes(tx, this.#deps.firstWeek))
  }

  close(limit?: number): Promise<number> {
    return this.#database.transaction((tx) => closeDue(tx, nodeClosing(this.#deps), limit))
  }

  /** The published text of every closed week. */
  async published(): Promise<string[]> {
    const texts: string[] = []
    for (const week of await nodesPool.closedAfter(this.#database.read, null)) {
      texts.push(await text(publishedNodes(ORIGIN).text(this.#database.read, week)))
    }
    return texts
  }

  facts(): NodeFacts {
    return {
      origin: ORIGIN,
      firstWeek: this.#deps.firstWeek,
      deposits: this.#deposits,
      flushes: this.#flushes,
      fundings: this.#fundings,
      bought: [],
      claims: [],
      drPriceAt: () => null,
    }
  }
}

/**
 * The result as anyone can recompute it, from the chain's facts and from the facts that only the files
 * contain.
 */
export const recomputed = async (facts: NodeFacts, published: readonly string[]): Promise<string[]> => {
  const texts: string[] = []
  for (const file of recomputeNodeWeeks(facts, published.map(readPublishedNodeFile))) {
    texts.push(await text(nodeFileText(file)))
  }
  return texts
}
