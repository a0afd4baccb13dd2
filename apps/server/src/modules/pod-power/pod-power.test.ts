import { digitalRightsAbi } from '@dr/contracts/abi/digital-rights'
import { CALLS } from '@dr/protocol/calls/index'
import { weekEnd, weekOf } from '@dr/protocol/rules/weeks'
import { VOUCHER_TYPES } from '@dr/protocol/vouchers'
import { describeOnDatabase } from '@dr/test-kit'
import { zeroAddress } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { signerKey } from '../../../test/app/chain.ts'
import {
  type Chain,
  ONE,
  startChain,
  startTestApp,
  type TestApp,
  type TestUser,
} from '../../../test/app/test-app.ts'
import {
  buyPower,
  equipForPower,
  fundPools,
  newInvited,
  tradeDr,
  travelToWeekEnd,
} from '../../../test/modules/pod-power.ts'

let chain: Chain
beforeAll(async () => {
  chain = await startChain()
})
afterAll(async () => chain?.anvil.stop())

const quote = (app: TestApp, user: TestUser, drAmount: bigint) =>
  app.call(CALLS.podPowerSignature, user, { drAmount: drAmount.toString() })
const info = (app: TestApp, user: TestUser) => app.call(CALLS.podPowerInfo, user, {})
const referrerOf = (app: TestApp, user: TestUser) =>
  app.chain.client.readContract({
    address: app.contracts.digitalRights,
    abi: digitalRightsAbi,
    functionName: 'referrerOf',
    args: [user.account],
  })

describeOnDatabase('buying POD power', ({ openDatabase }) => {
  test('the first purchase fixes the referrer, later ones name the same; each is pledged from Monday on', async () => {
    const app = await startTestApp(chain, await openDatabase())
    const inviter = await app.newUser('inviter')
    const user = await newInvited(app, 'invited', inviter)
    const calculated = await app.call(CALLS.calculatePodPower, user, { drAmount: (200n * ONE).toString() })
    expect(BigInt(calculated.power)).toBe(4n * BigInt(calculated.usdrAmount)) // half in USDR, twice the value

    const first = await quote(app, user, 200n * ONE)
    expect(first.kind).toBe('buy-pod-power')
    expect(first.typedData.message).toMatchObject({ referrer: inviter.account })
    expect(first.outgoing).toEqual([
      { token: 'DR', amount: (200n * ONE).toString(), from: 'wallet', to: 'burned' },
      { token: 'USDR', amount: calculated.usdrAmount, from: 'wallet', to: 'treasury' },
    ])
    const monday = weekEnd(weekOf(await app.clock()))
    expect(first.incoming).toEqual([
      { kind: 'pod-power', power: calculated.power, pledgedFrom: Number(monday) },
    ])
    expect((await quote(app, user, 200n * ONE)).orderId).toBe(first.orderId)
    await app.redeem(first, user.wallet)
    expect((await info(app, user)).obtained).toBe('0') // not final yet
    await app.finalize()
    expect((await referrerOf(app, user))[0].toLowerCase()).toBe(inviter.account)

    const again = await quote(app, user, 100n * ONE)
    expect(again.kind).toBe('buy-pod-power-again')
    expect(again.typedData.message).toMatchObject({ referrer: inviter.account })
    await app.redeem(again, user.wallet)
    await app.finalize()
    const after = await info(app, user)
    const power = BigInt(calculated.power) + BigInt(calculated.power) / 2n
    expect(BigInt(after.obtained) - power <= 2n).toBe(true)
    expect(after).toMatchObject({
      pledged: '0',
      joining: after.obtained,
      left: after.obtained,
      consumed: '0',
    })
    expect(after.week).toMatchObject({ bought: after.obtained, rank: 1, endsAt: Number(monday) })
    expect(after.purchases.items.map(({ drAmount }) => BigInt(drAmount) / ONE)).toEqual([100n, 200n])
    expect(after.days.at(-1)).toMatchObject({ mine: after.obtained, everybody: after.obtained })
    const list = await app.dividends.power.listPurchases({ userId: user.userId, limit: 1 })
    expect(list.items).toMatchObject([{ orderId: again.orderId, consumed: '0' }])
    const cursor = list.nextCursor ?? undefined
    const rest = await app.dividends.power.listPurchases({ userId: user.userId, limit: 1, cursor })
    expect(rest).toMatchObject({ items: [{ orderId: first.orderId }], nextCursor: null })
  })

  test('a genesis account has no referrer, and keeps none', async () => {
    const app = await startTestApp(chain, await openDatabase())
    const user = await app.newUser('genesis buyer')
    await equipForPower(app, user)
    await buyPower(app, user, 100n)
    expect(await referrerOf(app, user)).toEqual([zeroAddress, true])
    const again = await quote(app, user, 100n * ONE)
    expect(again).toMatchObject({
      kind: 'buy-pod-power-again',
      typedData: { message: { referrer: zeroAddress } },
    })
  })

  test('a wallet that bought before, unknown to us, buys again with the referrer the chain keeps', async () => {
    const app = await startTestApp(chain, await openDatabase())
    const inviter = await app.newUser('inviter')
    const user = await newInvited(app, 'known to the chain', inviter)
    const stranger = `0x${'ab'.repeat(20)}` as const
    const { timestamp } = await chain.client.getBlock()
    const calculated = await app.call(CALLS.calculatePodPower, user, { drAmount: (100n * ONE).toString() })
    const terms = [100n * ONE, BigInt(calculated.usdrAmount), stranger, timestamp + 600n] as const
    const [drAmount, USDRAmount, referrer, deadline] = terms
    const { account } = user
    const signature = await privateKeyToAccount(signerKey).signTypedData({
      domain: {
        name: 'DigitalRights',
        version: '1',
        chainId: chain.deployment.chainId,
        verifyingContract: app.contracts.digitalRights,
      },
      types: { BuyPODpower: VOUCHER_TYPES.BuyPODpower },
      primaryType: 'BuyPODpower',
      message: { account, drAmount, USDRAmount, referrer, nonce: 0n, deadline },
    })
    await app.send(user.wallet, {
      address: app.contracts.digitalRights,
      abi: digitalRightsAbi,
      functionName: 'buyPODpower',
      args: [...terms, signature],
    })
    await app.finalize()
    const { rows } = await app.database.read.query<{ handler: string }>({
      text: 'SELECT handler FROM suspense_event WHERE resolved_at IS NULL',
    })
    expect(rows).toEqual([{ handler: 'pod-power.bought' }]) // credits nothing, and raises an alarm
    expect((await info(app, user)).obtained).toBe('0')
    const voucher = await quote(app, user, 100n * ONE)
    expect(voucher).toMatchObject({
      kind: 'buy-pod-power-again',
      typedData: { message: { referrer: stranger } },
    })
    await app.redeem(voucher, user.wallet)
    await app.finalize()
    expect((await info(app, user)).purchases.items).toHaveLength(1)
  })

  test('is refused below 10 DR (10002), to a wallet that cannot pay (20004), and without a price (30002)', async () => {
    const app = await startTestApp(chain, await openDatabase())
    const user = await app.newUser('poor buyer')
    const tooLittle = { code: 10002, details: { path: 'drAmount', minimum: (10n * ONE).toString() } }
    await expect(quote(app, user, 10n * ONE - 1n)).rejects.toMatchObject(tooLittle)
    const drAmount = (10n * ONE - 1n).toString()
    await expect(app.call(CALLS.calculatePodPower, user, { drAmount })).rejects.toMatchObject(tooLittle)
    await expect(quote(app, user, 10n * ONE)).rejects.toMatchObject({
      code: 20004,
      details: { token: 'DR' },
    })
    await equipForPower(app, user, { usdr: 1n })
    await expect(quote(app, user, 10n * ONE)).rejects.toMatchObject({
      code: 20004,
      details: { token: 'USDR' },
    })
    // A trade after a quiet day, and withoutPower recorded an observation: no window is full.
    await equipForPower(app, user)
    await tradeDr(app)
    await expect(quote(app, user, 10n * ONE)).rejects.toMatchObject({ code: 30002 })
    const config = await app.call(CALLS.podPowerConfig, undefined, {})
    expect(config).toMatchObject({ prices: null, usdrShareBps: 5_000, minimumDr: (10n * ONE).toString() })
  })
})

describeOnDatabase('pledging POD power', ({ openDatabase }) => {
  test('pledge and unpledge count from Monday; more than there is: 20005', async () => {
    const app = await startTestApp(chain, await openDatabase())
    const user = await app.newUser('pledger')
    const withoutPower = await app.newUser('has none')
    await equipForPower(app, user)
    const power = await buyPower(app, user, 1_000n)
    const change = (action: 'pledge' | 'unpledge', units: bigint, { userId } = user) =>
      app.dividends.power.changePledge({ userId, action, units })
    const monday = weekEnd(weekOf(await app.clock()))
    await expect(change('pledge', 1n)).rejects.toMatchObject({ code: 20005, details: { available: '0' } })
    await expect(change('unpledge', power + 1n)).rejects.toMatchObject({ code: 20005 })
    await expect(change('unpledge', 1n, withoutPower)).rejects.toMatchObject({ code: 20005 })
    await expect(change('unpledge', 0n)).rejects.toMatchObject({ code: 10002 })
    // A pledge that has not begun is withdrawn at once.
    const taken = await change('unpledge', power / 4n)
    expect(taken).toMatchObject({ unpledged: power / 4n, joining: power - power / 4n, effectiveFrom: monday })
    expect(await app.dividends.power.pledgeLocks(user.userId)).toEqual({
      joining: power - power / 4n,
      leaving: 0n,
      until: monday,
    })

    await travelToWeekEnd(app)
    const begun = await info(app, user)
    expect(BigInt(begun.pledged)).toBe(power - power / 4n)
    const leaving = await change('unpledge', power / 4n)
    expect(leaving).toMatchObject({ leaving: power / 4n, pledged: power - power / 4n })
    const rate = await app.call(CALLS.hashRateInfo, user, {})
    expect(rate.podPower).toMatchObject({ pledged: begun.pledged, mine: begun.pledged, lastWeekPerUnit: '0' })
    await travelToWeekEnd(app)
    const left = await info(app, user)
    expect(BigInt(left.pledged) + BigInt(left.unpledged)).toBe(power)
    expect(BigInt(left.unpledged) / (power / 4n)).toBe(2n)
    await change('pledge', BigInt(left.unpledged))
    await travelToWeekEnd(app)
    expect(await info(app, user)).toMatchObject({ pledged: power.toString(), unpledged: '0' })
    expect((await info(app, user)).changes.map(({ joining }) => BigInt(joining))).toEqual([
      BigInt(left.unpledged),
      0n,
      power - power / 4n,
    ])
  })

  test('each dollar paid consumes a unit, of the oldest purchase first', async () => {
    const app = await startTestApp(chain, await openDatabase())
    const user = await app.newUser('drawing')
    await equipForPower(app, user)
    const first = await buyPower(app, user, 100n)
    const second = await buyPower(app, user, 400n)
    await travelToWeekEnd(app)
    await fundPools(app, 'usdt', 100n)
    await travelToWeekEnd(app)
    const { dividends, consumed, left, purchases } = await info(app, user)
    expect(BigInt(dividends.USDT)).toBe(70n * ONE) // 7/8 of 80 %
    expect(BigInt(consumed)).toBe(70n * ONE)
    expect(BigInt(left)).toBe(first + second - 70n * ONE)
    expect(purchases.items.map((one) => BigInt(one.consumed))).toEqual([0n, 70n * ONE])
  })
})
