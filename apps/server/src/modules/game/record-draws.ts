/** Rounds by the contract's final events, written once: each handler is idempotent. */

import { digitDrawAbi } from '@dr/contracts/abi/digit-draw'
import type { Hex } from 'viem'
import { type ChainEvent, type EventHandler, eventHandler } from '../../platform/chain/chain-events.ts'
import { type ChainNumber, countOf } from '../../platform/chain/chain-numbers.ts'
import type { Tx } from '../../platform/database/database.ts'
import type { LowerHex } from '../../platform/hex.ts'

const NOTHING_ENTERED: Hex = `0x${'0'.repeat(64)}`
/** The only character that PostgreSQL's `text` cannot store. */
const NUL = '\u0000'

interface Opened {
  readonly drawId: bigint
  readonly commitment: Hex
  readonly closeBlock: bigint
  readonly targetBlock: bigint
}

const recordOpened = async (tx: Tx, { args, blockTimestamp }: ChainEvent<Opened>): Promise<void> => {
  await tx.query({
    name: 'draw_open',
    text: `INSERT INTO draw (id, commitment, close_block, target_block, opened_at, entries_hash)
      VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (id) DO NOTHING`,
    values: [
      args.drawId,
      args.commitment,
      args.closeBlock,
      args.targetBlock,
      blockTimestamp,
      NOTHING_ENTERED,
    ],
  })
}

interface Entered {
  readonly drawId: bigint
  readonly account: LowerHex
  readonly digit: number
  readonly amount: bigint
  readonly index: bigint
  readonly entriesHash: Hex
}

const recordEntered = async (tx: Tx, event: ChainEvent<Entered>): Promise<void> => {
  const { drawId, account, digit, amount, index, entriesHash } = event.args
  const { rowCount } = await tx.query({
    name: 'draw_entry_insert',
    text: `INSERT INTO draw_entry (draw_id, place, account, digit, amount, at, tx_hash)
      VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT (draw_id, place) DO NOTHING`,
    values: [drawId, index, account, digit, amount, event.blockTimestamp, event.txHash],
  })
  if (rowCount === 0) return
  await tx.query({
    name: 'draw_entry_count',
    text: 'UPDATE draw SET entries = entries + 1, total = total + $2, entries_hash = $3 WHERE id = $1',
    values: [drawId, amount, entriesHash],
  })
}

interface Settled {
  readonly drawId: bigint
  readonly state: 'drawn' | 'expired'
  readonly owed: bigint
  readonly digit: number | null
  readonly secret: Hex | null
  readonly targetHash: Hex | null
}

const recordSettled = async (tx: Tx, settled: Settled, event: ChainEvent): Promise<void> => {
  await tx.query({
    name: 'draw_settle',
    text: `UPDATE draw SET state = $2, owed = $3, digit = $4, secret = $5, target_hash = $6, settled_at = $7,
      settled_tx = $8 WHERE id = $1 AND state = 'open'`,
    values: [
      settled.drawId,
      settled.state,
      settled.owed,
      settled.digit,
      settled.secret,
      settled.targetHash,
      event.blockTimestamp,
      event.txHash,
    ],
  })
}

interface Funded {
  readonly source: LowerHex
  readonly amount: bigint
  readonly memo: string
}

const recordFunded = async (tx: Tx, event: ChainEvent<Funded>): Promise<void> => {
  const { source, amount, memo } = event.args
  await tx.query({
    name: 'draw_fund',
    text: `INSERT INTO draw_funding (key, source, amount, memo, at, tx_hash)
      VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (key) DO NOTHING`,
    values: [event.key, source, amount, memo.replaceAll(NUL, ''), event.blockTimestamp, event.txHash],
  })
}

interface Claimed {
  readonly drawId: bigint
  readonly account: LowerHex
  readonly amount: bigint
}

const recordClaimed = async (tx: Tx, { args, txHash }: ChainEvent<Claimed>): Promise<void> => {
  await tx.query({
    name: 'draw_claim_insert',
    text: `INSERT INTO draw_claim (draw_id, account, amount, tx_hash) VALUES ($1, $2, $3, $4)
      ON CONFLICT (draw_id, account) DO NOTHING`,
    values: [args.drawId, args.account, args.amount, txHash],
  })
}

/** Handlers of the contract's events about a round or the pot. */
export const drawHandlers = (address: LowerHex): EventHandler[] => {
  const at = { address, abi: digitDrawAbi } as const
  return [
    eventHandler({ ...at, name: 'game.draw-opened', event: 'DrawOpened', handle: recordOpened }),
    eventHandler({ ...at, name: 'game.entered', event: 'Entered', handle: recordEntered }),
    eventHandler({
      ...at,
      name: 'game.drawn',
      event: 'Drawn',
      handle: (tx, event) => {
        const { drawId, digit, secret, targetHash, prize } = event.args
        return recordSettled(tx, { drawId, state: 'drawn', owed: prize, digit, secret, targetHash }, event)
      },
    }),
    eventHandler({
      ...at,
      name: 'game.expired',
      event: 'DrawExpired',
      handle: (tx, event) => {
        const { drawId, refund } = event.args
        const nothing = { digit: null, secret: null, targetHash: null }
        return recordSettled(tx, { drawId, state: 'expired', owed: refund, ...nothing }, event)
      },
    }),
    eventHandler({ ...at, name: 'game.claimed', event: 'Claimed', handle: recordClaimed }),
    eventHandler({ ...at, name: 'game.pot-funded', event: 'PotFunded', handle: recordFunded }),
  ]
}

/** Numbers of all events about the pot, a bond or a round; the bond's are only counted. */
export const drawNumbers = (address: LowerHex): ChainNumber[] => [
  countOf({
    name: 'game.events',
    address,
    abi: digitDrawAbi,
    view: 'eventCount',
    events: [
      'DrawOpened',
      'Entered',
      'Drawn',
      'DrawExpired',
      'Claimed',
      'PotFunded',
      'BondPosted',
      'BondReturned',
    ],
  }),
]
