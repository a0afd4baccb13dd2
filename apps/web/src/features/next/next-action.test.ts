import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type AccountFacts,
  isStarting,
  type NextAction,
  nextAction,
  payableOf,
  startSteps,
} from './next-action.rules.ts'

const ONE = 10n ** 18n
const empty = { BNB: 0n, USDT: 0n, USDR: 0n, DRGV: 0n, DR: 0n }
const rich = { ...empty, BNB: ONE, USDT: 10_000n * ONE, DRGV: 1_000n * ONE }
const none = { idle: 0, paused: 0, starting: 0, producing: 0 }

/** Activated, with money, without machines. */
const base: AccountFacts = {
  wrongNetwork: false,
  activated: true,
  machines: none,
  stillListed: true,
  accrued: 0n,
  collectedTotal: 0n,
  wallet: rich,
  cheapest: { USDT: 80n * ONE, DRGV: 200n * ONE },
  drgvPrice: ONE / 10n,
  drPrice: ONE / 2n,
  ending: null,
  unpledged: 0n,
  matured: { USDT: 0n, DR: 0n },
}
const mining = { ...base, machines: { ...none, producing: 2 } }

const cases: readonly (readonly [string, Partial<AccountFacts>, NextAction])[] = [
  ['the wallet is on another network', { wrongNetwork: true, wallet: empty }, { kind: 'switch-network' }],
  ['nothing in the wallet', { wallet: empty }, { kind: 'fund', reason: 'buy', lacks: 'tokens' }],
  ['no gas', { wallet: { ...rich, BNB: 0n } }, { kind: 'fund', reason: 'buy', lacks: 'gas' }],
  [
    'no gas, and DRGV that USDT can be swapped for',
    { wallet: { ...rich, BNB: 0n, DRGV: 0n } },
    { kind: 'fund', reason: 'buy', lacks: 'gas' },
  ],
  [
    'nothing in the wallet, no inviter',
    { wallet: empty, activated: false },
    { kind: 'fund', reason: 'buy', lacks: 'tokens' },
  ],
  ['no inviter', { activated: false }, { kind: 'bind' }],
  ['no inviter, and nothing on sale', { activated: false, cheapest: null }, { kind: 'bind' }],
  ['no machine', {}, { kind: 'buy' }],
  ['no machine, the wallet cannot be read', { wallet: null }, { kind: 'buy' }],
  ['no DRGV, but USDT to swap for it', { wallet: { ...rich, DRGV: 0n } }, { kind: 'buy' }],
  [
    'no DRGV, and no price to swap at',
    { wallet: { ...rich, DRGV: 0n }, drgvPrice: null },
    { kind: 'fund', reason: 'buy', lacks: 'tokens' },
  ],
  [
    'no DRGV, and USDT for its own part alone',
    { wallet: { ...empty, BNB: ONE, USDT: 80n * ONE } },
    { kind: 'fund', reason: 'buy', lacks: 'tokens' },
  ],
  [
    'DR alone, worth a machine and its fee of swapping',
    { wallet: { ...empty, BNB: ONE, DR: 210n * ONE } },
    { kind: 'buy' },
  ],
  [
    'DR alone, worth just the price',
    { wallet: { ...empty, BNB: ONE, DR: 200n * ONE } },
    { kind: 'fund', reason: 'buy', lacks: 'tokens' },
  ],
  [
    'DR alone, which has no price',
    { wallet: { ...empty, BNB: ONE, DR: 500n * ONE }, drPrice: null },
    { kind: 'fund', reason: 'buy', lacks: 'tokens' },
  ],
  ['USDR, which is unwrapped', { wallet: { ...rich, USDT: 0n, USDR: 80n * ONE } }, { kind: 'buy' }],
  [
    'idle, and DR to swap for electricity',
    { machines: { ...none, idle: 1 }, wallet: { ...empty, BNB: ONE, DR: 2n * ONE } },
    { kind: 'power', state: 'not-activated', count: 1 },
  ],
  ['nothing on sale', { cheapest: null }, { kind: 'wait' }],
  [
    'bought, not powered',
    { machines: { ...none, idle: 2 } },
    { kind: 'power', state: 'not-activated', count: 2 },
  ],
  [
    'one of three idle',
    { machines: { ...none, idle: 1, producing: 2 } },
    { kind: 'power', state: 'not-activated', count: 1 },
  ],
  ['electricity ran out', { machines: { ...none, paused: 3 } }, { kind: 'power', state: 'paused', count: 3 }],
  [
    'all that do not produce, new or run out',
    { machines: { ...none, idle: 1, paused: 3 } },
    { kind: 'power', state: 'both', count: 4 },
  ],
  [
    'new ones before those that ran out, where not all were read',
    { machines: { ...none, idle: 1, paused: 3 }, stillListed: false },
    { kind: 'power', state: 'not-activated', count: 1 },
  ],
  [
    'idle, and no DRGV nor USDT',
    { machines: { ...none, idle: 1 }, wallet: { ...empty, BNB: ONE } },
    { kind: 'fund', reason: 'power', lacks: 'tokens', count: 1 },
  ],
  [
    'idle before what could be collected',
    { ...mining, machines: { ...none, idle: 1, producing: 2 }, accrued: ONE },
    { kind: 'power', state: 'not-activated', count: 1 },
  ],
  [
    'electricity ends soon',
    { ...mining, ending: { at: 5, count: 2 }, accrued: ONE },
    { kind: 'renew', at: 5, count: 2 },
  ],
  [
    'electricity ends soon, nothing to pay with',
    { ...mining, ending: { at: 5, count: 2 }, wallet: empty },
    { kind: 'fund', reason: 'power', lacks: 'tokens', count: 2 },
  ],
  [
    'two idle and five ending: funds for the two that it would power',
    {
      machines: { ...none, idle: 2, producing: 5 },
      ending: { at: 5, count: 5 },
      wallet: { ...empty, BNB: ONE },
    },
    { kind: 'fund', reason: 'power', lacks: 'tokens', count: 2 },
  ],
  ['something to collect', { ...mining, accrued: 1n }, { kind: 'wait' }],
  [
    'something to collect, and to pledge',
    { ...mining, accrued: 1n, unpledged: ONE },
    { kind: 'pledge', amount: ONE },
  ],
  [
    'POD power that draws nothing',
    { ...mining, accrued: 1n, unpledged: ONE },
    { kind: 'pledge', amount: ONE },
  ],
  [
    'matured principal',
    { ...mining, matured: { USDT: ONE, DR: 0n } },
    { kind: 'reinvest', USDT: ONE, DR: 0n },
  ],
  ['paid, and about to start', { machines: { ...none, starting: 1 } }, { kind: 'wait' }],
]

const amount = fc.oneof(fc.constant(0n), fc.bigInt({ min: 0n, max: 1_000n * ONE }))
const count = fc.oneof(fc.constant(0), fc.nat({ max: 300 }))
const price = fc.option(fc.bigInt({ min: 1n, max: 10n * ONE }), { nil: null })
const anyFacts: fc.Arbitrary<AccountFacts> = fc.record({
  wrongNetwork: fc.boolean(),
  activated: fc.boolean(),
  machines: fc.record({ idle: count, paused: count, starting: count, producing: count }),
  stillListed: fc.boolean(),
  accrued: amount,
  collectedTotal: amount,
  wallet: fc.option(fc.record({ BNB: amount, USDT: amount, USDR: amount, DRGV: amount, DR: amount }), {
    nil: null,
  }),
  cheapest: fc.option(fc.record({ USDT: amount, DRGV: amount }), { nil: null }),
  drgvPrice: price,
  drPrice: price,
  ending: fc.option(fc.record({ at: fc.nat(), count: fc.integer({ min: 1, max: 100 }) }), { nil: null }),
  unpledged: amount,
  matured: fc.record({ USDT: amount, DR: amount }),
})

/** Independent of the rule: reason for which the server, the contract or the wallet would refuse. */
const refusal = (action: NextAction, facts: AccountFacts): string | null => {
  const { wallet, machines, drgvPrice, drPrice } = facts
  const short = (usdt: bigint, drgv: bigint): boolean => {
    if (wallet === null) return false
    const gap = drgv > wallet.DRGV ? drgv - wallet.DRGV : 0n
    if (gap > 0n && drgvPrice === null) return true
    const worth = (wallet.USDT + wallet.USDR) * ONE + wallet.DR * (drPrice ?? 0n)
    return wallet.BNB === 0n || worth < usdt * ONE + gap * (drgvPrice ?? 0n)
  }
  const { kind } = action
  if (kind === 'switch-network') return facts.wrongNetwork ? null : 'the network is right'
  if (facts.wrongNetwork) return 'nothing can be signed'
  if (kind === 'bind') return facts.activated ? 'bound already' : null
  if (kind === 'fund' || kind === 'wait') return null
  if (!facts.activated) return '10014'
  switch (kind) {
    case 'buy':
      if (facts.cheapest === null) return 'nothing on sale'
      return short(facts.cheapest.USDT, facts.cheapest.DRGV) ? 'too little in the wallet' : null
    case 'power': {
      if (action.count === 0) return 'no machine'
      const counts = {
        'not-activated': machines.idle,
        paused: machines.paused,
        both: machines.idle + machines.paused,
      }
      if (action.count !== counts[action.state]) return '20002'
      if (action.state === 'both' && !facts.stillListed) return 'machines without an id'
      return short(0n, 6n * ONE * BigInt(action.count)) ? 'too little in the wallet' : null
    }
    case 'renew':
      return short(0n, 6n * ONE * BigInt(action.count)) ? 'too little in the wallet' : null
    case 'pledge':
      return action.amount === 0n || action.amount > facts.unpledged ? '20005' : null
    case 'reinvest':
      return action.USDT === 0n && action.DR === 0n ? '1039' : null
  }
}

describe('nextAction', () => {
  it.each(cases)('%s', (_, facts, action) => {
    expect(nextAction({ ...base, ...facts })).toEqual(action)
  })
  it('is always one action, and never one that would be refused', () => {
    fc.assert(
      fc.property(anyFacts, (facts) => {
        const action = nextAction(facts)
        expect(
          refusal(action, facts),
          JSON.stringify(action, (_, value) => String(value)),
        ).toBeNull()
      }),
      { numRuns: 2_000 },
    )
  })
  it('leads an account with nothing to mining, one step after the other', () => {
    const steps: AccountFacts[] = [
      { ...base, activated: false, wallet: empty },
      { ...base, activated: false },
      base,
      { ...base, machines: { ...none, idle: 1 } },
      { ...mining, accrued: ONE },
    ]
    expect(steps.map((facts) => nextAction(facts).kind)).toEqual(['fund', 'bind', 'buy', 'power', 'wait'])
  })
})

describe('payableOf', () => {
  const machines = [{ periodsLeft: 1 }, { periodsLeft: 0 }, { periodsLeft: 12 }]
  it.each([
    ['all were read: without those whose life ended', 3, { machines, complete: true }, 2],
    ['more than were read: as many as the server counts', 1_200, { machines, complete: false }, 1_200],
    ['not read: none can be offered', 3, undefined, 0],
  ] as const)('%s', (_, count, read, payable) => {
    expect(payableOf(count, read)).toBe(payable)
  })
})

describe('startSteps', () => {
  it('has one step to do now, those before it done and those after it later', () => {
    fc.assert(
      fc.property(anyFacts, (facts) => {
        const states = startSteps(facts).map(({ state }) => state)
        expect(states.filter((state) => state === 'now')).toHaveLength(1)
        expect(states.slice(states.indexOf('now') + 1)).not.toContain('now')
      }),
    )
  })
  it('its present step is the next action of a new account', () => {
    fc.assert(
      fc.property(anyFacts, ({ activated, wallet, cheapest, drgvPrice }) => {
        const facts = { ...base, activated, wallet, drgvPrice, cheapest: cheapest ?? base.cheapest }
        expect(isStarting(facts)).toBe(true)
        const now = startSteps(facts).find(({ state }) => state === 'now')?.step
        expect(now).toBe(nextAction(facts).kind)
      }),
    )
  })
  it.each([
    ['nothing yet', { ...base, wallet: empty }, ['now', 'later', 'later', 'later']],
    ['funded', base, ['done', 'now', 'later', 'later']],
    ['bought', { ...base, machines: { ...none, idle: 1 } }, ['done', 'done', 'now', 'later']],
    ['powered', { ...base, machines: { ...none, starting: 1 } }, ['done', 'done', 'done', 'now']],
  ] as const)('%s', (_, facts, states) => {
    expect(startSteps(facts).map(({ state }) => state)).toEqual(states)
  })
})
