import { describeOnDatabase, setChainClock, testWallet } from '@dr/test-kit'
import { generatePrivateKey } from 'viem/accounts'
import { expect, onTestFinished, test } from 'vitest'
import { ChainClockNotStarted } from '../../../platform/chain/chain-clock.ts'
import type { Database } from '../../../platform/database/database.ts'
import { type LowerHex, lowerHex } from '../../../platform/hex.ts'
import type { UserId } from '../../../platform/ids.ts'
import { createLogger } from '../../../platform/logger.ts'
import { createFileSigner } from '../signing/file-signer.ts'
import type { SignRequest } from '../signing/voucher-signer.ts'
import { type IssueContext, issueVoucher, issueVouchers, type VoucherRequest } from './issue-voucher.ts'

const NOW = 1_795_000_000n
const CONTRACT = '0x00000000000000000000000000000000000000c0'
const ADA = lowerHex(testWallet('ada').address)
const BEN = lowerHex(testWallet('ben').address)

const signer = createFileSigner([generatePrivateKey()])
const [SIGNER = '0x'] = await signer.addresses()

const context: IssueContext = {
  chainId: 31_337,
  contractOf: () => CONTRACT,
  signer,
  now: () => new Date(Number(NOW) * 1_000),
  logger: createLogger('silent'),
}

const requestOf = (account: LowerHex, amount: bigint, key = `pod:${amount}`): VoucherRequest => ({
  kind: 'buy-pod-power',
  userId: 1 as UserId,
  account,
  requestKey: key,
  base: { block: { number: 1n, timestamp: NOW }, nonce: 0n, signer: SIGNER },
  fields: () => ({ drAmount: amount, USDRAmount: 1n, referrer: ADA }),
  prices: {},
  outgoing: [],
  incoming: [],
  remaining: 0,
  details: { power: String(amount), drPrice: '1' },
})

const statuses = (outcomes: readonly PromiseSettledResult<{ reused: boolean }>[]) =>
  outcomes.map((outcome) =>
    outcome.status === 'rejected' ? 'refused' : outcome.value.reused ? 'reused' : 'new',
  )

describeOnDatabase('vouchers that are requested together', ({ openDatabase }) => {
  const open = async (): Promise<Database> => {
    const database = await openDatabase()
    await setChainClock(database.single, { timestamp: NOW })
    return database
  }
  const issue = (database: Database, requests: readonly VoucherRequest[]) =>
    database.transaction((tx) => issueVouchers(tx, context, requests))

  test('are what they would be one after the other: reused, new, and refused when three are open', async () => {
    const database = await open()
    const requests = [
      requestOf(ADA, 1n),
      requestOf(BEN, 1n),
      requestOf(ADA, 2n),
      requestOf(ADA, 1n),
      requestOf(ADA, 3n),
      requestOf(ADA, 4n),
      requestOf(BEN, 2n),
    ]
    const outcomes = await issue(database, requests)
    expect(statuses(outcomes)).toEqual(['new', 'new', 'new', 'reused', 'new', 'refused', 'new'])
    expect(outcomes[5]).toMatchObject({ reason: { error: 'TOO_MANY_REQUESTS' } })
    const [first, , second, again] = outcomes.map((outcome) =>
      outcome.status === 'fulfilled' ? outcome.value.order : undefined,
    )
    expect(again).toMatchObject({ ...first })
    expect((second?.id ?? '') > (first?.id ?? '')).toBe(true) // ids ascend within an account
    const { rowCount } = await database.read.query({ text: 'SELECT 1 FROM voucher_order' })
    expect(rowCount).toBe(5)
  })

  test('that would have one digest have two: the later deadline moves by a second', async () => {
    const database = await open()
    const twins = [requestOf(ADA, 1n, 'a'), requestOf(ADA, 1n, 'b')]
    const outcomes = await issue(database, twins)
    const deadlines = outcomes.map((outcome) =>
      outcome.status === 'fulfilled' ? outcome.value.order.deadline : 0n,
    )
    expect((deadlines[1] ?? 0n) - (deadlines[0] ?? 0n)).toBe(1n)
  })

  test('leave other requests their turns: never more than sixteen signatures in one', async () => {
    const database = await open()
    let turn = 0
    let clock: NodeJS.Immediate
    const nextTurn = (): void => {
      turn++
      clock = setImmediate(nextTurn)
    }
    nextTurn()
    onTestFinished(() => clearImmediate(clock))
    const signedIn: number[] = []
    /** Records the turn in which its digest is signed. */
    const noting = (request: SignRequest): SignRequest => ({
      ...request,
      get digest() {
        signedIn.push(turn)
        return request.digest
      },
    })
    const counting = {
      ...context,
      signer: { ...signer, sign: (requests: readonly SignRequest[]) => signer.sign(requests.map(noting)) },
    }
    const requests = Array.from({ length: 40 }, (_, index) =>
      requestOf(lowerHex(`0x${(index + 1).toString(16).padStart(40, '0')}`), 1n),
    )
    await database.transaction((tx) => issueVouchers(tx, counting, requests))
    const inTurn = new Map<number, number>()
    for (const one of signedIn) inTurn.set(one, (inTurn.get(one) ?? 0) + 1)
    expect([...inTurn.values()]).toEqual([16, 16, 8])
  })

  test('answer with what is stored', async () => {
    const database = await open()
    const { order } = await database.transaction((tx) => issueVoucher(tx, context, requestOf(ADA, 7n)))
    const again = await database.transaction((tx) => issueVoucher(tx, context, requestOf(ADA, 7n)))
    expect(again).toMatchObject({ reused: true })
    expect(order).toEqual(again.order)
    expect(order.account).toBe(ADA.toLowerCase())
  })

  test('are refused while the clock has not started', async () => {
    const database = await openDatabase()
    await expect(issue(database, [requestOf(ADA, 1n)])).rejects.toBeInstanceOf(ChainClockNotStarted)
  })
})
