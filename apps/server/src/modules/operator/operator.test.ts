import { CALLS } from '@dr/protocol/calls/index'
import { PARAMETERS } from '@dr/protocol/parameters'
import { describeOnDatabase } from '@dr/test-kit'
import { expect, test } from 'vitest'
import { anna, ben, openWithOperators } from '../../../test/modules/operators.ts'

const ONE = 10n ** 18n
const amount = (whole: bigint): string => String(whole * ONE)
const M9 = {
  productId: 'm9',
  name: 'M9',
  tier: 9,
  power: 500,
  price: amount(5_000n),
  drgvShareBps: 2_000,
  perUserLimit: 10,
  lifeDays: 720,
}
const TERMS = {
  token: 'USDT',
  packageId: 7,
  minimum: amount(50n),
  reinvestMinimum: amount(5n),
  termDays: 60,
  dailyRates: { USDT: String(ONE / 1_000n), DR: null },
  opensAtSecond: 0,
  closesAtSecond: 86_400,
  offered: true,
} as const

describeOnDatabase('the operator', ({ openDatabase }) => {
  test('is who is on the list, on each call; any other user is refused, and nothing is written', async () => {
    const { app, ask, audit } = await openWithOperators(await openDatabase())
    expect(await ask('user', CALLS.operatorLimits)).toMatchObject({ code: 10004 })
    expect(
      await ask('user', CALLS.operatorStop, { what: 'collect', stopped: true, reason: 'mine' }),
    ).toMatchObject({ code: 10004 })
    const visitor = await app.send({ method: 'GET', url: CALLS.operatorLimits.path })
    expect([visitor.status, visitor.body.code]).toEqual([403, 1012])
    expect((await ask('anna', CALLS.getProfile)).data).toMatchObject({ flags: { operator: true } })
    expect((await ask('user', CALLS.getProfile)).data).toMatchObject({ flags: { operator: false } })
    expect(await audit()).toEqual([])
  })

  test('changes a limit with a second one only, and anyone can see who did', async () => {
    const { ask, wait, audit } = await openWithOperators(await openDatabase())
    const name = 'withdrawal-daily-limit'
    const proposal = { kind: 'limit', name, value: amount(2_000n), reason: 'a quiet start' } as const
    const limit = async () =>
      (
        (await ask('ben', CALLS.operatorLimits)).data as { items: { name: string; value: string }[] }
      ).items.find((one) => one.name === name)?.value
    const { min, max, standard } = PARAMETERS[name]
    for (const value of [min - 1n, max + 1n]) {
      const refused = await ask('anna', CALLS.operatorPropose, { ...proposal, value: String(value) })
      expect(refused).toMatchObject({ code: 10002, data: { path: 'value', reason: 'bounds' } })
    }
    const made = await ask('anna', CALLS.operatorPropose, proposal)
    expect(made.data).toMatchObject({
      state: 'open',
      before: String(standard),
      proposedBy: anna.address.toLowerCase(),
    })
    const proposalId = String(made.data?.proposalId)
    const approve = (who: 'anna' | 'ben') =>
      ask(who, CALLS.operatorDecide, { proposalId, decision: 'approve' })
    expect(await approve('anna')).toMatchObject({ code: 10004, data: { reason: 'own-proposal' } })
    expect(await limit()).toBe(String(standard))
    expect(await ask('ben', CALLS.operatorPropose, { ...proposal, value: amount(3_000n) })).toMatchObject({
      code: 10004,
      data: { reason: 'already-proposed' },
    })
    expect((await approve('ben')).data).toMatchObject({
      state: 'approved',
      decidedBy: ben.address.toLowerCase(),
    })
    expect(await limit()).toBe(amount(2_000n))
    expect(await approve('ben')).toMatchObject({ code: 10004, data: { reason: 'decided' } })
    expect(await ask('anna', CALLS.operatorPropose, proposal)).toMatchObject({
      code: 10002,
      data: { reason: 'nothing-changes' },
    })
    const late = await ask('ben', CALLS.operatorPropose, { ...proposal, value: amount(4_000n) })
    await wait(72n * 3_600n)
    expect(
      await ask('anna', CALLS.operatorDecide, {
        proposalId: String(late.data?.proposalId),
        decision: 'approve',
      }),
    ).toMatchObject({ code: 10004, data: { reason: 'expired' } })
    expect(await limit()).toBe(amount(2_000n))
    expect((await audit()).map(({ action, operator }) => [action, operator])).toEqual([
      ['proposal.propose', ben.address.toLowerCase()],
      ['proposal.approve', ben.address.toLowerCase()],
      ['proposal.propose', anna.address.toLowerCase()],
    ])
  })

  test('offers a better product with a second one only; a dearer one, stock and withdrawing take one; all is in the log', async () => {
    const { ask, audit, approve } = await openWithOperators(await openDatabase())
    const product = async () =>
      ((await ask('ben', CALLS.operatorProducts)).data as { items: { productId: string }[] }).items.find(
        ({ productId }) => productId === 'm9',
      )
    expect(await ask('anna', CALLS.operatorSaveProduct, M9)).toMatchObject({
      code: 10002,
      data: { path: 'stock' },
    })
    // Products that the contract would not sell are refused: too cheap, too expensive, or paid in one token
    // only.
    for (const unsellable of [
      { price: amount(50_001n) },
      { price: '1' },
      { drgvShareBps: 999 },
      { drgvShareBps: 9_001 },
      { perUserLimit: 11 }, // more than a twentieth of the stock
    ]) {
      const refused = await ask('anna', CALLS.operatorSaveProduct, { ...M9, stock: 200, ...unsellable })
      expect([unsellable, refused.code]).toEqual([unsellable, 10002])
    }
    const made = await ask('anna', CALLS.operatorSaveProduct, { ...M9, stock: 200, reason: 'a big one' })
    expect(made.data).toMatchObject({
      applied: null,
      proposed: {
        subject: 'product:m9',
        state: 'open',
        reason: 'a big one',
        value: null,
        terms: { before: null, after: { power: '500', price: amount(5_000n), stock: '200' } },
      },
    })
    expect(await product()).toBeUndefined()
    expect(await approve('anna', made)).toMatchObject({ code: 10004, data: { reason: 'own-proposal' } })
    expect(await product()).toBeUndefined()
    expect((await approve('ben', made)).data).toMatchObject({ state: 'approved' })
    expect(await product()).toMatchObject({ ...M9, stock: 200, sold: 0, reserved: 0, offered: true })
    expect(await ask('anna', CALLS.operatorSaveProduct, { ...M9, stock: 200 })).toMatchObject({ code: 10002 })
    const dearer = { ...M9, price: amount(6_000n), perUserLimit: 3 }
    expect((await ask('ben', CALLS.operatorSaveProduct, dearer)).data).toMatchObject({
      applied: { price: amount(6_000n), perUserLimit: 3, stock: 200 },
      proposed: null,
    })
    for (const better of [{ price: M9.price }, { power: 501 }, { lifeDays: 721 }, { drgvShareBps: 2_001 }]) {
      const { data } = await ask('ben', CALLS.operatorSaveProduct, { ...dearer, ...better })
      const proposed = data?.proposed as { proposalId: string } | null
      expect([better, data?.applied, proposed !== null]).toEqual([better, null, true])
      const id = String(proposed?.proposalId)
      expect((await ask('ben', CALLS.operatorDecide, { proposalId: id, decision: 'reject' })).code).toBe(0)
    }
    const late = await ask('ben', CALLS.operatorSaveProduct, { ...dearer, price: M9.price })
    await ask('ben', CALLS.operatorSaveProduct, { ...dearer, power: 400 })
    expect(await approve('anna', late)).toMatchObject({
      code: 10004,
      data: { reason: 'changed-meanwhile' },
    })
    const stock = (change: number) => ask('ben', CALLS.operatorChangeStock, { productId: 'm9', change })
    expect((await stock(-198)).data).toMatchObject({ stock: 2, perUserLimit: 1 })
    expect(await stock(-3)).toMatchObject({ code: 20009 })
    const nothing = { productId: 'none', change: 1 }
    expect(await ask('ben', CALLS.operatorChangeStock, nothing)).toMatchObject({ code: 20008 })
    const offer = { productId: 'm9', offered: false }
    expect((await ask('ben', CALLS.operatorOfferProduct, offer)).data).toMatchObject({ offered: false })
    const log = (await audit()).filter(({ action }) => !/reject/.test(action))
    expect(log.map(({ action }) => action)).toEqual([
      'product.offer',
      'product.stock',
      'product.save',
      ...Array.from({ length: 5 }, () => 'proposal.propose'),
      'product.save',
      'proposal.approve',
      'proposal.propose',
    ])
    expect(log.at(-2)).toMatchObject({
      subject: 'product:m9',
      before: null,
      operator: ben.address.toLowerCase(),
      after: { power: '500', proposedBy: anna.address.toLowerCase() },
    })
    expect(log.at(-3)).toMatchObject({
      before: { price: amount(5_000n) },
      after: { price: amount(6_000n) },
    })
    expect(new Set(log.map(({ requestId }) => requestId)).size).toBe(log.length)
  })

  test('edits a package for deposits ten minutes from now; better terms with a second one only', async () => {
    const { ask, wait, approve } = await openWithOperators(await openDatabase())
    const now = async () =>
      ((await ask('ben', CALLS.operatorPackages)).data as { items: object[] }).items.find(
        (one) => 'packageId' in one && one.packageId === 7,
      )
    const save = (terms: object) => ask('anna', CALLS.operatorSavePackage, { ...TERMS, ...terms })
    const made = await save({})
    expect(made.data).toMatchObject({ applied: null, proposed: { subject: 'package:7', before: null } })
    expect(await now()).toBeUndefined()
    expect(await approve('anna', made)).toMatchObject({ code: 10004 })
    expect((await approve('ben', made)).code).toBe(0)
    expect(await now()).toMatchObject({ termDays: 60, offered: true, next: null })
    const edited = await save({ termDays: 30 })
    expect(edited.data).toMatchObject({ applied: { termDays: 60, next: { termDays: 30 } }, proposed: null })
    expect(await save({ token: 'DR' })).toMatchObject({ code: 10002, data: { path: 'token' } })
    await wait(599n)
    expect(await now()).toMatchObject({ termDays: 60 })
    await wait(1n)
    expect(await now()).toMatchObject({ termDays: 30, next: null })
    for (const better of [
      { termDays: 31 },
      { minimum: amount(49n) },
      { reinvestMinimum: amount(4n) },
      { dailyRates: { USDT: String(ONE / 1_000n + 1n), DR: null } },
      { dailyRates: { USDT: TERMS.dailyRates.USDT, DR: '1' } },
    ]) {
      const { data } = await save({ termDays: 30, ...better })
      expect([better, data]).toMatchObject([better, { applied: null, proposed: { state: 'open' } }])
      expect(await now()).toMatchObject({ termDays: 30, next: null })
      const proposalId = String((data?.proposed as { proposalId: string } | null)?.proposalId)
      await ask('anna', CALLS.operatorDecide, { proposalId, decision: 'reject' })
    }
    const tooMuch = { termDays: 20, dailyRates: { USDT: String(ONE / 20n + 1n), DR: null } }
    expect(await save(tooMuch)).toMatchObject({
      code: 10002,
      data: { path: 'rateUsdt', reason: 'more-than-the-principal' },
    })
    const longer = await save({ termDays: 31 })
    expect((await approve('ben', longer)).code).toBe(0)
    expect(await now()).toMatchObject({ termDays: 30, next: { termDays: 31 } })
    await wait(600n)
    expect(await now()).toMatchObject({ termDays: 31, next: null })
    const removed = await ask('ben', CALLS.operatorOfferPackage, { packageId: 7, offered: false })
    expect(removed.data).toMatchObject({ offered: true, next: { offered: false, termDays: 31 } })
    await wait(600n)
    expect(await now()).toMatchObject({ offered: false })
    expect(await ask('ben', CALLS.operatorOfferPackage, { packageId: 8, offered: true })).toMatchObject({
      code: 1043,
    })
  })

  test('switches a feature off, for all users at once and with its reason; only two switch it on again', async () => {
    const { ask, audit, approve } = await openWithOperators(await openDatabase())
    expect(await ask('user', CALLS.collectMining)).toMatchObject({ code: 0 })
    const stop = { what: 'collect', stopped: true, reason: 'we look at something' } as const
    expect((await ask('anna', CALLS.operatorStop, stop)).data).toMatchObject({
      stopped: true,
      by: anna.address.toLowerCase(),
    })
    expect(await ask('user', CALLS.collectMining)).toMatchObject({
      code: 1023,
      data: { what: 'collect', why: 'we look at something' },
    })
    expect((await ask('ben', CALLS.operatorStops)).data?.items).toContainEqual(
      expect.objectContaining({ what: 'collect', stopped: true }),
    )
    // No operator alone, not even the one who stopped it.
    const alone = { ...stop, stopped: false } as unknown as typeof stop
    expect(await ask('anna', CALLS.operatorStop, alone)).toMatchObject({ code: 10002 })
    const resume = { kind: 'resume', what: 'collect', reason: 'it was nothing' } as const
    const proposed = await ask('anna', CALLS.operatorPropose, resume)
    expect(proposed.data).toMatchObject({ subject: 'stop:collect', value: '0', state: 'open' })
    expect(await approve('anna', { data: { proposed: proposed.data } })).toMatchObject({
      code: 10004,
      data: { reason: 'own-proposal' },
    })
    expect(await ask('user', CALLS.collectMining)).toMatchObject({ code: 1023 })
    expect(await approve('ben', { data: { proposed: proposed.data } })).toMatchObject({ code: 0 })
    expect(await ask('user', CALLS.collectMining)).toMatchObject({ code: 0 })
    expect((await audit()).map(({ action, subject }) => [action, subject])).toEqual([
      ['proposal.approve', 'stop:collect'],
      ['proposal.propose', 'stop:collect'],
      ['stop.stop', 'collect'],
    ])
    expect(await ask('anna', CALLS.operatorPropose, resume)).toMatchObject({
      code: 10002,
      data: { reason: 'nothing-changes' },
    })
  })

  test('publishes a notice, edits and withdraws it, and sees how many read it', async () => {
    const { ask, audit } = await openWithOperators(await openDatabase())
    const texts = { 'zh-CN': { title: '公告', text: '内容' } }
    const { data } = await ask('anna', CALLS.operatorSaveNotice, { texts })
    expect(data).toMatchObject({ texts, readers: 0, withdrawnAt: null })
    const id = String(data?.id)
    const better = { ...texts, en: { title: 'Notice', text: 'Text' } }
    expect((await ask('ben', CALLS.operatorSaveNotice, { id, texts: better })).data).toMatchObject({
      texts: better,
    })
    expect((await ask('ben', CALLS.operatorWithdrawNotice, { id })).data).toMatchObject({
      withdrawnAt: expect.any(String),
    })
    expect(await ask('ben', CALLS.operatorWithdrawNotice, { id })).toMatchObject({ code: 10002 })
    expect((await audit()).map(({ action }) => action)).toEqual([
      'notice.withdraw',
      'notice.edit',
      'notice.publish',
    ])
    expect((await audit())[1]?.after).toMatchObject({ 'texts.en.title': 'Notice' })
  })
})
