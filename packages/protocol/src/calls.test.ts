import { describe, expect, expectTypeOf, test } from 'vitest'
import { type Call, type defineCall, errorsOf, type LimitClass } from './call.ts'
import { CALLS, type DeclaredCall } from './calls/index.ts'
import { LOCAL_CALLS } from './calls/local.ts'
import { voucherSchema } from './calls/voucher.ts'
import { ERRORS } from './errors.ts'

const calls: readonly Call[] = [...Object.values(CALLS), ...Object.values(LOCAL_CALLS)]

const byName = (one: Call, other: Call) => (one.name < other.name ? -1 : 1)

/** Paths of the requirement (§7) that exist in this release, with its exact paths. */
const REQUIRED = [
  'GET /api/v1/users/nonce/:address',
  'POST /api/v1/users/login',
  'POST /api/v1/users/register',
  'POST /api/v1/users/profile',
  'POST /api/v1/users/pod-power-purchase',
  'POST /api/v1/users/withdrawal-detail',
  'POST /api/v1/users/mining-info',
  'POST /api/v1/users/mining',
  'POST /api/v1/users/mining-detail',
  'POST /api/v1/users/mining-stats',
  'POST /api/v1/users/fund-flows',
  'POST /api/v1/mining/activate-signature',
  'POST /api/v1/mining/hash-rate-info',
  'POST /api/v1/mining/calculate-pod-power',
  'POST /api/v1/mining/pod-power-signature',
  'POST /api/v1/mining/pod-power-info',
  'GET /api/v1/public/mining/dividend-pool',
  'GET /api/v1/public/mining/pod-power-config',
  'POST /api/v1/mining/machine-signature',
  'GET /api/v1/mining/machine-signature',
  'GET /api/v1/public/mining/drgv-price',
  'GET /api/v1/public/mining/products',
  'GET /api/v1/public/swap/tokens',
  'POST /api/v1/swap/token-signature',
  'POST /api/v1/swap/records',
  'POST /api/v1/withdrawal/create',
  'GET /pledgeorder/getPackageConfigList',
  'POST /pledgeorder/investPledgeOrder',
  'GET /usermoney/getPackageOrderList',
  'GET /usermoney/getRechargeList',
  'POST /wait/lock/list',
  'POST /user/recharge/record',
  'GET /usermoney/getUserMoney',
  'GET /usermoney/getUserMoneyLogList',
  'GET /usermoney/getWithdrawalList',
  'GET /sysnotice/getSysNoticeList',
  'GET /sysnotice/getSysNoticeInfo',
  'GET /common/value',
  'GET /api/v1/public/keys',
  'GET /api/v1/public/config',
  'GET /api/v1/public/setting-changes',
]

describe('the calls', () => {
  test('are the requirement’s, to the letter', () => {
    const paths = calls.map(({ method, path }) => `${method} ${path}`)
    for (const required of REQUIRED) expect(paths).toContain(required)
    expect(new Set(paths).size).toBe(paths.length)
  })

  test('are found under their own names', () => {
    for (const [name, call] of Object.entries({ ...CALLS, ...LOCAL_CALLS })) expect(call.name).toBe(name)
  })

  test('a call that no file of calls exports is not a declared one', () => {
    const { name, ...rest } = CALLS.logout
    const undeclared = { ...rest, name: 'undeclared' } as const
    expect(name).toBe('logout')
    expect(Object.values(CALLS)).not.toContain(undeclared)
    expectTypeOf(CALLS.logout).toExtend<DeclaredCall>()
    expectTypeOf(undeclared).not.toExtend<DeclaredCall>()
  })

  test('each that issues a voucher, and a transfer’s, may be refused to a blocked account', () => {
    const issuing = calls.filter(({ method, response }) => method === 'POST' && response === voucherSchema)
    expect(issuing).toHaveLength(5)
    const refusing = calls.filter(({ errors }) => errors.includes('ACCOUNT_BLOCKED'))
    expect(refusing.toSorted(byName)).toEqual([...issuing, CALLS.transfer].toSorted(byName))
  })

  test('a call that needs a session says so, and its errors with it', () => {
    for (const call of calls) {
      const codes = errorsOf(call).map((name) => ERRORS[name].code)
      expect(new Set(codes).size).toBe(codes.length)
      expect(codes).toEqual(expect.arrayContaining([10001, 10002, 30003]))
      expect([call.name, codes.includes(10003)]).toEqual([call.name, call.access !== 'public'])
      expect([call.name, codes.includes(10014)]).toEqual([call.name, call.access === 'activated'])
    }
  })

  test('what moves or signs needs activation; reads need a session, or nothing', () => {
    const activated = calls.filter(({ access }) => access === 'activated').map(({ name }) => name)
    expect(activated.toSorted()).toEqual([
      'activateSignature',
      'addDigitUserLog',
      'collectMining',
      'createWithdrawal',
      'investPledgeOrder',
      'machineSignature',
      'podPowerSignature',
      'rechargeRecord',
      'swapTokenSignature',
      'transfer',
      'transferLimit',
    ])
  })

  test('each declares its limit: one that is forgotten does not compile', () => {
    type Limit = { readonly limit: LimitClass }
    expectTypeOf<Pick<Parameters<typeof defineCall>[0], 'limit'>>().toEqualTypeOf<Limit>()
    expectTypeOf<Pick<Call, 'limit'>>().toEqualTypeOf<Limit>()
    const namesOf = (limit: LimitClass) =>
      calls
        .filter((call) => call.limit === limit)
        .map(({ name }) => name)
        .toSorted()
    expect(namesOf('sign-in')).toEqual(['getNonce', 'login', 'register'])
    expect(namesOf('quote')).toEqual([
      'activateSignature',
      'addDigitUserLog',
      'bindEmail',
      'createWithdrawal',
      'emailCode',
      'faucet',
      'investPledgeOrder',
      'machineSignature',
      'operatorDecide',
      'operatorPropose',
      'podPowerSignature',
      'resetPaymentPassword',
      'setPaymentPassword',
      'signingRequest',
      'swapTokenSignature',
      'transfer',
      'transferLimit',
    ])
  })

  test('what moves money or gives a voucher has the limit of quotes', () => {
    // The first credits accrued DR at most once in 24 hours; the second credits nothing.
    const exceptions = ['collectMining', 'rechargeRecord']
    const spends = ({ errors }: Call) =>
      errors.includes('WALLET_BALANCE_TOO_LOW') || errors.includes('LEDGER_BALANCE_TOO_LOW')
    const strict = calls.filter(
      (call) => call.response === voucherSchema || call.access === 'activated' || spends(call),
    )
    expect(strict.length).toBeGreaterThan(10)
    for (const { name, limit } of strict) {
      expect([name, limit]).toEqual([name, exceptions.includes(name) ? 'call' : 'quote'])
    }
  })

  test('an operator’s call says that others are refused, and is named and placed as one', () => {
    for (const call of calls) {
      const isOperators = call.access === 'operator'
      expect([call.name, call.name.startsWith('operator')]).toEqual([call.name, isOperators])
      expect([call.name, call.path.startsWith('/api/v1/operator/')]).toEqual([call.name, isOperators])
      if (isOperators) expect(errorsOf(call)).toContain('FORBIDDEN')
      if (call.feature) expect(errorsOf(call)).toContain('FEATURE_OFF')
    }
  })

  test('none takes or gives a field it does not know', () => {
    for (const call of calls) {
      expect([call.name, call.request.safeParse({ unknownField: 1 }).success]).toEqual([call.name, false])
    }
  })
})
