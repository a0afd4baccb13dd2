import type { ResponseOf } from '@dr/protocol/call'
import { addDigitUserLog, getDigitLogList, getGameConfigList } from '@dr/protocol/calls/game'
import { BPS } from '@dr/protocol/constants'
import { AppError } from '../../platform/app-error.ts'
import type { Reader } from '../../platform/database/database.ts'
import type { LowerHex } from '../../platform/hex.ts'
import { type Route, route } from '../../platform/route.ts'
import { checkEntry } from './check-entry.ts'
import type { GameDeps } from './deps.ts'
import { listDraws } from './list-draws.ts'
import { readDrawNow } from './read-round.ts'
import { DIGITS, PRIZE_MULTIPLE, ROUND_SECONDS } from './round.rules.ts'

const FUNDINGS_SHOWN = 10

const readFundings = async (reader: Reader) => {
  const { rows } = await reader.query<{
    source: LowerHex
    amount: bigint
    memo: string
    at: bigint
    txHash: LowerHex
  }>({
    name: 'draw_fundings',
    text: `SELECT source, amount, memo, at, tx_hash AS "txHash" FROM draw_funding ORDER BY seq DESC LIMIT $1`,
    values: [FUNDINGS_SHOWN],
  })
  const { rows: sums } = await reader.query<{ funded: bigint | null }>({
    name: 'draw_funded',
    text: 'SELECT sum(amount) AS funded FROM draw_funding',
  })
  return {
    funded: (sums[0]?.funded ?? 0n).toString(),
    fundings: rows.map(({ amount, at, ...rest }) => ({
      ...rest,
      token: 'DR' as const,
      amount: amount.toString(),
      at: Number(at),
    })),
  }
}

const configAnswer = async ({
  client,
  contracts,
  database,
}: GameDeps): Promise<ResponseOf<typeof getGameConfigList>> => {
  const contract = contracts.DigitDraw
  const now = await readDrawNow(client, contract)
  const multiple = Number(PRIZE_MULTIPLE)
  return {
    contract,
    prizeMultiple: multiple,
    digits: DIGITS,
    averageReturnBps: (multiple * Number(BPS)) / DIGITS,
    entryMinimum: now.entryMinimum.toString(),
    roundSeconds: ROUND_SECONDS,
    pot: { free: now.potFree.toString(), ...(await readFundings(database.read)) },
    bondFree: now.bondFree.toString(),
    round: now.round,
    blockNumber: Number(now.blockNumber),
    blockTime: Number(now.blockTime),
  }
}

export const gameRoutes = (deps: GameDeps): Route[] => {
  const { client, contracts, database, on } = deps
  const requireOn = (): void => {
    if (!on) throw new AppError('FEATURE_OFF')
  }
  return [
    route(getGameConfigList, async () => {
      requireOn()
      return configAnswer(deps)
    }),
    route(getDigitLogList, async ({ body }) => {
      requireOn()
      return listDraws(database.read, { ...body, account: body.account as LowerHex | undefined })
    }),
    route(addDigitUserLog, async ({ body, caller }) => {
      requireOn()
      return checkEntry(
        { client, contract: contracts.DigitDraw, dr: contracts.DR },
        {
          account: caller.address,
          round: BigInt(body.round),
          digit: body.digit,
          amount: BigInt(body.amount),
        },
      )
    }),
  ]
}
