import type { Call, RequestOf } from '@dr/protocol/call'
import { CALLS } from '@dr/protocol/calls/index'
import { setChainClock, testWallet } from '@dr/test-kit'
import { chainNow } from '../../src/platform/chain/chain-clock.ts'
import type { Database } from '../../src/platform/database/database.ts'
import { route } from '../../src/platform/route.ts'
import { startHttpTestApp } from '../app/http-test-app.ts'

const OPERATORS = ['anna', 'ben']
export const [anna, ben] = OPERATORS.map((name) => testWallet(name)) as [
  ReturnType<typeof testWallet>,
  ReturnType<typeof testWallet>,
]

/** An application with two operators and a user. */
export const openWithOperators = async (database: Database) => {
  const collects = route(CALLS.collectMining, async () => ({
    amount: '1',
    journalId: '1',
    asOf: 0,
    releaseId: '1',
    nextCollectableAt: 0,
  }))
  const app = await startHttpTestApp(database, {
    routes: [collects],
    operators: [anna.address, ben.address],
  })
  const tokens = {
    anna: (await app.register(anna)).token,
    ben: (await app.register(ben)).token,
    user: (await app.register(testWallet('user'), app.genesis.inviteCode)).token,
  }
  type Who = keyof typeof tokens
  const ask = async <C extends Call>(who: Who, call: C, body?: RequestOf<C>) => {
    if (call.method === 'POST') return (await app.post(call, body, tokens[who])).body
    const query = new URLSearchParams(body as Record<string, string>).toString()
    const headers = { authorization: `Bearer ${tokens[who]}` }
    return (await app.send({ method: 'GET', url: `${call.path}?${query}`, headers })).body
  }
  const wait = async (seconds: bigint) =>
    setChainClock(database.single, { timestamp: (await chainNow(database.read)).timestamp + seconds })
  const audit = async () =>
    (await ask('anna', CALLS.operatorAudit)).data?.items as {
      action: string
      subject: string
      operator: string
      before: Record<string, string> | null
      after: Record<string, string> | null
      requestId: string
    }[]
  const approve = (who: Who, { data }: { readonly data?: Record<string, unknown> | null }) => {
    const proposalId = String((data?.proposed as { proposalId: string } | null)?.proposalId)
    return ask(who, CALLS.operatorDecide, { proposalId, decision: 'approve' })
  }
  return { app, ask, wait, audit, approve, tokens }
}
