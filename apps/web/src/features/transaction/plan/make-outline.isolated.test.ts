import { type Token, WAD } from '@dr/protocol/amounts'
import { ERRORS } from '@dr/protocol/errors'
import { byToken, TOKENS } from '@dr/protocol/tokens'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { ApiError } from '../../../api/errors.ts'
import { activationOf, expectedGas, preparingCalls } from '../../../chain/calls/gas.rules.ts'
import type { Spend } from '../../../chain/reads/read-spend.ts'
import { withHeadroom } from '../../../chain/shortage/shortage.rules.ts'
import type { FlowFailure } from '../flow/failure.ts'
import {
  account,
  contract,
  hash,
  KEY,
  MAX,
  PLAIN_PLAN,
  stubLocks,
  usdt,
  voucher,
  world,
} from '../flow/test-flow.ts'
import { makeOutline } from './make-outline.ts'
import type { FreshIntent, Plan } from './plan.ts'

const exchange = `0x${'ee'.repeat(20)}` as const
const vault = `0x${'fa'.repeat(20)}` as const
const token = (byte: string) => `0x${byte.repeat(20)}` as const

/** 80 USDT and, at 0.1 USDT for one DRGV, 200 DRGV. */
const machine = { productId: 'm1', name: 'M1', power: 100, price: String(100n * WAD), drgvShareBps: 2_000 }

/** At 0.5 USDT for one DR: 150 USDR for 300 DR. */
const podPower = { usdrShareBps: 5_000, powerBps: 10_000, prices: { lower: String(WAD / 2n) } }

/** Answers of the mocked chain and server; each test starts from the same. */
const now = vi.hoisted(() => ({
  wallet: {} as Record<Token | 'BNB', bigint>,
  /** USDT for one DR, and for one DRGV. */
  price: 0n,
  /** Error with which the server refuses the exchange's prices. */
  refusal: null as Error | null,
}))

vi.mock('../../../api/config.ts', () => ({
  setConfigStandIn: () => undefined,
  loadConfig: async () => ({
    contracts: {
      DigitalRights: contract,
      Exchange: exchange,
      USDT: token('01'),
      USDR: token('02'),
      DR: token('03'),
      DRGV: token('04'),
      withdrawalVaults: [vault, vault, vault],
    },
  }),
}))
vi.mock('../../../api/client.ts', () => ({
  callApi: async (name: string) => {
    if (name === 'products') return { items: [machine] }
    if (name === 'drgvPrice') return { DRGV: { price: String(WAD / 10n) } }
    if (name === 'podPowerConfig') return podPower
    if (now.refusal !== null) throw now.refusal
    return {
      tokens: (['DRGV', 'DR'] as const).map((of) => ({ token: of, outputPrice: String(now.price) })),
      pairs: (['DRGV', 'DR'] as const).map((outputToken) => ({
        inputToken: 'USDT',
        outputToken,
        obstacle: null,
        minimum: '1',
        maximum: String(1_000_000n * WAD),
      })),
      fee: { bps: 100 },
    }
  },
}))
vi.mock('../../../chain/reads/public-client.ts', () => ({ loadChainClient: async () => ({}) }))
vi.mock('../../../chain/reads/read-balances.ts', () => ({ readBalances: async () => now.wallet }))
vi.mock('../../../chain/wallet/wallet-ability.ts', () => ({ readWalletAbility: async () => KEY }))
vi.mock('viem/actions', async (original) => ({
  ...(await original<typeof import('viem/actions')>()),
  getGasPrice: async () => 1n,
}))
vi.mock('../../../chain/reads/read-spend.ts', () => ({
  readSpend: async (_: unknown, line: Pick<Spend, 'token' | 'amount'>): Promise<Spend> => ({
    ...usdt,
    token: line.token,
    amount: line.amount,
    balance: now.wallet[line.token],
  }),
}))

stubLocks()
beforeEach(() => {
  now.wallet = { ...byToken(TOKENS, () => 0n), USDT: 1_000n * WAD, BNB: WAD }
  now.price = WAD
  now.refusal = null
})

const withdraw: FreshIntent = {
  kind: 'withdraw',
  vault: 1,
  token: 'USDT',
  amount: 100n * WAD,
  walletBurn: 10n * WAD,
}
const activateAll: FreshIntent = {
  kind: 'activateMachine',
  all: 'not-activated',
  machineCount: 2,
  Period: 1,
}

describe('what only the server knows the amount of, when the swap for it gives too little', () => {
  const NEED = 10n * WAD

  /** The server refuses until the wallet has enough; a swap gives `now.price`'s worth. */
  const flowOf = (missing: 'DR' | 'DRGV') => {
    const refusal = new ApiError({
      kind: 'server',
      code: 20_004,
      status: 409,
      message: 'short',
      data: { token: missing, needed: String(NEED), available: '0' },
    })
    const plan = (intent: FreshIntent, id: string): Plan => ({
      ...PLAIN_PLAN,
      id,
      intent,
      voucher: voucher(id),
      deadline: 10_000,
      call: { to: exchange, data: '0x' },
      incoming:
        intent.kind === 'swapToken'
          ? [{ token: missing, amount: (intent.inputAmount * 99n * WAD) / 100n / now.price }]
          : [],
    })
    let quotes = 0
    return world({
      outline: (intent, required) => makeOutline(account, intent, required),
      quote: async (intent) => {
        if (intent.kind !== 'swapToken' && now.wallet[missing] < NEED) throw refusal
        quotes += 1
        return voucher(String(quotes))
      },
      plan: async (intent, given) => plan(intent as FreshIntent, given?.digest ?? ''),
      send: async () => ({ hash: hash('c1') }),
    })
  }

  it.each([
    ['a withdrawal', withdraw, 'DR', withHeadroom(NEED)],
    ['electricity of all machines', activateAll, 'DRGV', NEED],
  ] as const)('%s: it is reckoned again with that amount, once', async (_, goal, missing, need) => {
    const { flow } = flowOf(missing)
    const settle = () => new Promise((resolve) => setTimeout(resolve, 5))
    const takes = () => flow.get().outline?.legs.find(({ isGoal }) => isGoal)?.outgoing
    await flow.start(goal)
    expect(takes()).toEqual([{ token: missing, amount: need }])

    now.price = (WAD * 12n) / 10n
    await flow.confirm(flow.get().outline?.id ?? '', MAX)
    await settle()
    expect(flow.get()).toMatchObject({
      stage: 'checking',
      agreed: false,
      failure: null,
      changes: [{ field: 'USDT' }],
      outline: { goal, legs: [{ gives: [{ token: missing, amount: need }] }, { isGoal: true }] },
    })
    expect(takes()).toEqual([{ token: missing, amount: need }])

    await flow.confirm(flow.get().outline?.id ?? '', MAX)
    await settle()
    expect(flow.get()).toMatchObject({ stage: 'pending', agreed: true })
    now.wallet = { ...now.wallet, [missing]: need }
    flow.dispatch({ type: 'succeeded', evidence: 'receipt', blockNumber: 7n })
    await settle()
    expect(flow.get()).toMatchObject({ stage: 'pending', plan: { intent: goal }, done: [{}] })
  })
})

describe('BNB for a transaction, but not for all of the call', () => {
  const poor = { BNB: 60_000n, DR: 100n * WAD, DRGV: 100n * WAD }
  const gasless = { failure: { code: 'gas', have: poor.BNB } }

  it('a withdrawal is refused before its voucher holds the amount', async () => {
    now.wallet = { ...now.wallet, ...poor }
    const { flow, did } = world({ outline: (intent, required) => makeOutline(account, intent, required) })
    await flow.start(withdraw)
    expect(flow.get()).toMatchObject({ stage: 'failed', held: null, ...gasless })
    expect(did).toEqual([])
  })

  it('the approval that its burn needs counts too', async () => {
    const need = async (walletBurn: bigint): Promise<bigint> => {
      const refusal: unknown = await makeOutline(account, { ...withdraw, walletBurn }, {}).catch(
        (error: unknown) => error,
      )
      return (refusal as FlowFailure).failure.code === 'gas'
        ? (refusal as { failure: { need: bigint } }).failure.need
        : 0n
    }
    now.wallet = { ...now.wallet, ...poor }
    expect(await need(10n * WAD)).toBeGreaterThan(await need(0n))
    now.wallet = { ...now.wallet, BNB: await need(10n * WAD) }
    expect(await makeOutline(account, withdraw, {})).toBeNull()
  })

  it('what holds nothing is quoted, and its own plan says what it takes', async () => {
    now.wallet = { ...now.wallet, ...poor }
    expect(await makeOutline(account, activateAll, {})).toBeNull()
  })
})

describe('a purchase with its electricity, of 80 USDT, 200 DRGV and 6 DRGV', () => {
  const buy: FreshIntent = { kind: 'buyMachine', productId: 'm1', machineCount: 1, power: true }
  const outlineWith = (held: Partial<typeof now.wallet>) => {
    now.wallet = { ...now.wallet, USDT: 80n * WAD, ...held }
    now.price = WAD / 10n
    return makeOutline(account, buy, {})
  }
  const legsOf = (outline: Awaited<ReturnType<typeof outlineWith>>) =>
    outline?.legs.map(({ intent, outgoing }) => [intent.kind, ...outgoing.map(({ amount }) => amount)])

  it('a wallet that holds exactly that pays it, without a swap', async () => {
    const outline = await outlineWith({ DRGV: 206n * WAD })
    expect(outline).toMatchObject({ goal: buy })
    expect(outline?.powerMissing).toBeUndefined()
    expect(legsOf(outline)).toEqual([
      ['buyMachine', 80n * WAD, 200n * WAD],
      ['activateBought', 6n * WAD],
    ])
  })

  it('where only the electricity is missing, the machine is bought without it, and the receipt can say why', async () => {
    const outline = await outlineWith({ DRGV: 200n * WAD })
    expect(outline).toMatchObject({
      goal: { ...buy, power: false },
      powerMissing: { token: 'USDT', have: 80n * WAD },
    })
    expect(legsOf(outline)).toEqual([['buyMachine', 80n * WAD, 200n * WAD]])
  })

  it('where only the network fee of the electricity is missing, the machine is bought without it too', async () => {
    const whole = (await outlineWith({ DRGV: 206n * WAD }))?.gas.cost ?? 0n
    const outline = await outlineWith({ DRGV: 206n * WAD, BNB: whole - 1n })
    expect(outline).toMatchObject({
      goal: { ...buy, power: false },
      powerMissing: { token: 'BNB', have: whole - 1n, need: whole },
    })
    expect(legsOf(outline)).toEqual([['buyMachine', 80n * WAD, 201n * WAD]])
    expect(outline?.gas.cost).toBeLessThan(whole)
  })

  it('a wallet that can swap for the electricity still pays it', async () => {
    const outline = await outlineWith({ USDT: 90n * WAD, DRGV: 200n * WAD })
    expect(outline?.legs.map(({ intent }) => intent.kind)).toEqual([
      'swapToken',
      'buyMachine',
      'activateBought',
    ])
    expect(outline?.powerMissing).toBeUndefined()
  })

  it('a wallet that cannot pay the machine sees what is missing for all of it', async () => {
    await expect(outlineWith({ DRGV: 199n * WAD })).rejects.toMatchObject({
      failure: { code: 'balance', token: 'USDT', have: 80n * WAD },
    })
  })

  it('headroom for a moving price is left as far as the wallet has it', async () => {
    expect(legsOf(await outlineWith({ DRGV: 999n * WAD }))).toEqual([
      ['buyMachine', 80n * WAD, 201n * WAD],
      ['activateBought', 6n * WAD],
    ])
  })
})

describe('an exchange whose prices the server refuses', () => {
  const buy: FreshIntent = { kind: 'buyMachine', productId: 'm1', machineCount: 1, power: true }
  const refused = (error: { readonly code: number; readonly status: number }) =>
    new ApiError({ kind: 'server', ...error, message: 'refused' })

  it('without a price: the token that could be swapped for is missing', async () => {
    now.refusal = refused(ERRORS.NO_PRICE)
    await expect(makeOutline(account, buy, {})).rejects.toMatchObject({
      failure: { code: 'balance', token: 'DRGV', have: 0n },
    })
  })

  it.each([
    ['too many requests', ERRORS.TOO_MANY_REQUESTS],
    ['a session that ended', ERRORS.SESSION_EXPIRED],
    ['a fault of the server', ERRORS.INTERNAL],
  ])('%s: that is the reason, and no token is named as missing', async (_, error) => {
    now.refusal = refused(error)
    await expect(makeOutline(account, buy, {})).rejects.toBe(now.refusal)
  })
})

describe('POD power for 300 DR and 150 USDR', () => {
  const buy: FreshIntent = { kind: 'buyPODpower', drAmount: 300n * WAD }
  const held = { USDT: 0n, DR: 300n * WAD }

  it('a wallet that holds exactly that needs nothing first', async () => {
    now.wallet = { ...now.wallet, ...held, USDR: 150n * WAD }
    expect(await makeOutline(account, buy, {})).toBeNull()
  })

  it('a wallet that is short gets a little more, since the price may move', async () => {
    now.wallet = { ...now.wallet, ...held, USDT: 1n * WAD, USDR: 150n * WAD - 1n }
    const outline = await makeOutline(account, buy, {})
    expect(outline?.legs.at(-1)?.outgoing.at(-1)).toEqual({
      token: 'USDR',
      amount: withHeadroom(150n * WAD),
    })
  })
})

describe('electricity of all machines, after a swap for it', () => {
  const required = { DRGV: 600n * WAD }
  const costOf = async (machineCount: number) =>
    (await makeOutline(account, { ...activateAll, machineCount }, required))?.gas.cost

  it('its network fee is reckoned before the first step as the form reckons it: each from its own purchase', async () => {
    const swap = { kind: 'swap', input: 'USDT', output: 'DRGV', pays: 1n, gives: 1n } as const
    const calls = [
      ...preparingCalls([swap]),
      { kind: 'activate-machine', contract: 'DigitalRights', takes: required, ...activationOf(100) } as const,
    ]
    expect(await costOf(100)).toBe(expectedGas(calls, []))
  })

  it('an order is of 100 machines at most', async () => {
    expect(await costOf(250)).toBe(await costOf(100))
    expect(await costOf(100)).toBeGreaterThan((await costOf(99)) ?? 0n)
  })
})

it('what is missing before the first step is counted once: the swap for it is a part of it already', async () => {
  now.wallet = { ...now.wallet, USDT: 80n * WAD, DRGV: 190n * WAD }
  now.price = WAD / 10n
  const buy: FreshIntent = { kind: 'buyMachine', productId: 'm1', machineCount: 1, power: true }
  const reckoned: unknown = await makeOutline(account, buy, {}).catch((error: unknown) => error)
  const { flow } = world({ outline: (intent, required) => makeOutline(account, intent, required) })
  await flow.start(buy)
  expect(flow.get()).toMatchObject({
    stage: 'failed',
    failure: (reckoned as FlowFailure).failure,
  })
})
