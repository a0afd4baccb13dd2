/** The modules' effects on a real database without a chain, driven like the engines of the property test. */

import { text } from 'node:stream/consumers'
import { BPS } from '@dr/protocol/constants'
import { weekEnd } from '@dr/protocol/rules/weeks'
import type { PayoutToken } from '@dr/protocol/tokens'
import { setChainClock } from '@dr/test-kit'
import { dividendsPool } from '../../src/modules/dividends/dividends-pool.ts'
import { receiveIncome } from '../../src/modules/dividends/income/receive-income.ts'
import { changePledge, readHolderNow } from '../../src/modules/dividends/power/change-pledge.ts'
import { lockWeeks } from '../../src/modules/dividends/power/pool.ts'
import { type PowerView, viewPower } from '../../src/modules/dividends/power/position.rules.ts'
import { recordPurchases } from '../../src/modules/dividends/power/record-purchases.ts'
import { dividendResults } from '../../src/modules/dividends/results/publish-result.ts'
import { recomputeWeeks } from '../../src/modules/dividends/results/recompute-weeks.rules.ts'
import { dividendText, readPublishedWeek } from '../../src/modules/dividends/results/result-file.rules.ts'
import { creditHolder } from '../../src/modules/dividends/week/credit-holders.ts'
import { type CloseDeps, dividendClosing } from '../../src/modules/dividends/week/dividend-closing.ts'
import type { VouchersModule } from '../../src/modules/vouchers/index.ts'
import { resolveByDigest } from '../../src/modules/vouchers/resolve-orders.ts'
import { type BoughtFact, closeDue, type FundingFact } from '../../src/modules/weeks/index.ts'
import { placeOf } from '../../src/platform/chain/chain-events.ts'
import type { Database } from '../../src/platform/database/database.ts'
import type { LowerHex } from '../../src/platform/hex.ts'
import type { UserId } from '../../src/platform/ids.ts'
import { CONTRACT, hex, ORIGIN } from './result-origin.ts'

const addressOf = (user: number): LowerHex => hex(user, 20)

export class DatabasePod {
  readonly #database: Database
  #deps: CloseDeps
  #events = 0
  /** The facts that a chain would have. */
  readonly bought: BoughtFact[] = []
  readonly fundings: FundingFact[] = []

  constructor(database: Database, deps: CloseDeps) {
    this.#database = database
    this.#deps = deps
  }

  /** Sets the indexer's clock. Weeks are closed by the next call that needs it. */
  async setClock(timestamp: bigint): Promise<void> {
    await setChainClock(this.#database.single, { timestamp })
  }

  #event(now: bigint) {
    this.#events += 1
    const number = BigInt(this.#events)
    return {
      chainId: 31_337,
      address: CONTRACT,
      blockNumber: number,
      blockHash: hex(number, 32),
      blockTimestamp: now,
      at: new Date(Number(now) * 1_000),
      txHash: hex(number, 32),
      logIndex: 0,
      key: `chain:31337:${hex(number, 32)}:0`,
    }
  }

  async receive(now: bigint, token: PayoutToken, amount: bigint): Promise<void> {
    const { key, at, blockTimestamp, txHash, logIndex } = this.#event(now)
    this.fundings.push({ txHash, logIndex, timestamp: now, token, toDeflation: amount, toNode: 0n })
    const journal = { key, reason: 'operator.fund-pool', at, source: { kind: 'funded', txHash } } as const
    await this.#database.transaction((tx) =>
      receiveIncome(tx, this.#deps.firstWeek, {
        journal,
        kind: 'operator',
        token,
        amount,
        reference: 'a test',
        blockTimestamp,
        txHash,
        logIndex,
      }),
    )
  }

  /** A release with other weekly rules. */
  changeRules(config: CloseDeps['config']): void {
    this.#deps = { ...this.#deps, config }
  }

  /** Buys with half of the price in USDR. `powerBps`: the rule of its quote. */
  async buy(
    now: bigint,
    purchase: { readonly user: number; readonly power: bigint; readonly powerBps?: bigint },
  ): Promise<void> {
    const { user, power, powerBps = this.#deps.config.powerBps } = purchase
    const usdrAmount = (power * BPS) / powerBps / 2n
    const event = this.#event(now)
    const account = addressOf(user)
    const digest = event.txHash
    const { txHash, logIndex } = event
    const fact = { txHash, logIndex, timestamp: now, account, usdrAmount, usdrShareBps: 5_000n }
    this.bought.push({ ...fact, referrer: CONTRACT, place: placeOf(event) })
    const args = { account, nonce: 0n, digest, drAmount: power, USDRAmount: usdrAmount, referrer: CONTRACT }
    const vouchers = { resolveByDigest } as VouchersModule
    await this.#database.transaction(async (tx) => {
      await tx.query({
        text: `INSERT INTO voucher_order (id, kind, user_id, account, contract, nonce, deadline, digest, typed_data,
            signature, prices, outgoing, incoming, remaining, details, issued_at_block, created_at)
          VALUES ($1, 'buy-pod-power', $2, $3, $4, 0, $5, $6, '{}', '0x00', '{}', '[]', '[]', 0, $7, $8, $9)`,
        values: [
          `00000000-0000-7000-8000-${this.#events.toString(16).padStart(12, '0')}`,
          user,
          account,
          CONTRACT,
          now + 600n,
          digest,
          { power: power.toString(), drPrice: '1' },
          event.blockNumber,
          event.at,
        ],
      })
      const { firstWeek } = this.#deps
      await recordPurchases(tx, { vouchers, firstWeek }, [{ ...event, args: { ...args, again: false } }])
    })
  }

  async change(user: number, action: 'pledge' | 'unpledge', units: bigint): Promise<void> {
    const { firstWeek } = this.#deps
    // The test itself decides when a holder is credited.
    await this.#database.transaction(async (tx) => {
      await lockWeeks(tx, 'change')
      await changePledge(tx, firstWeek, { userId: user as UserId, action, units })
    })
  }

  closeDue(): Promise<number> {
    return this.#database.transaction((tx) => closeDue(tx, dividendClosing(this.#deps)))
  }

  async credit(user: number): Promise<void> {
    await this.#database.transaction((tx) => creditHolder(tx, this.#deps.firstWeek, user as UserId))
  }

  async view(user: number): Promise<PowerView> {
    const { firstWeek } = this.#deps
    const { pool, state } = await readHolderNow(this.#database.read, { userId: user as UserId, firstWeek })
    return viewPower(pool, state)
  }

  /** The user's pledge as reported to teams, in total. */
  async reported(user: number): Promise<bigint> {
    const { rows } = await this.#database.read.query<{ reported: bigint }>({
      text: `SELECT coalesce(sum(amount), 0) AS reported FROM activity WHERE user_id = $1 AND kind = 'pledged'`,
      values: [user],
    })
    return rows[0]?.reported ?? 0n
  }

  /** The published text of every closed week: as written by the server, and as anyone can recompute it. */
  async results(): Promise<{ published: string; recomputed: string }[]> {
    const reader = this.#database.read
    const { firstWeek, drPriceAt } = this.#deps
    const published: string[] = []
    const prices = new Map<bigint, bigint | null>()
    for (const week of await dividendsPool.closedAfter(reader, null)) {
      published.push(await text(dividendResults(ORIGIN).text(reader, week)))
      prices.set(weekEnd(week), await drPriceAt(reader, weekEnd(week)))
    }
    const { bought, fundings } = this
    const facts = {
      origin: ORIGIN,
      firstWeek,
      bought,
      fundings,
      flushes: [],
      claims: [],
      drPriceAt: (at: bigint) => prices.get(at) ?? null,
    }
    const results = []
    for (const week of recomputeWeeks(facts, published.map(readPublishedWeek))) {
      const recomputed = await text(dividendText(week))
      results.push({ published: published[results.length] ?? '', recomputed })
    }
    return results
  }

  async balances(): Promise<Map<string, bigint>> {
    const { rows } = await this.#database.read.query<{ code: string; balance: bigint }>({
      text: `SELECT code, balance FROM ledger_account WHERE vault = 1 AND balance <> 0`,
    })
    return new Map(rows.map(({ code, balance }) => [code, balance]))
  }
}

/** Results of all closes, without their time. */
export const closedWeeksOf = async (database: Database): Promise<unknown[]> => {
  const { rows } = await database.read.query<Record<string, unknown>>({
    text: `SELECT w.*, c.generation, c.index_left, c.paid_usdt, c.paid_dr, c.ends_generation, c.shares, c.shares_after,
        (SELECT coalesce(jsonb_agg(jsonb_build_array(p.rank, p.account, p.bought::text, p.usdt::text, p.dr::text)
          ORDER BY p.rank), '[]') FROM dividend_prize p WHERE p.week = w.week) AS prizes
      FROM dividend_week w JOIN pod_close c USING (week) ORDER BY w.week`,
  })
  return rows.map(({ closed_at: _, ...row }) => row)
}
