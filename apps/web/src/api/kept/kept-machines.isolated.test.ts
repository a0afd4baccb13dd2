import { CALLS } from '@dr/protocol/calls/index'
import type { Machine } from '@dr/protocol/calls/user-mining'
import { parse } from 'valibot'
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { answersOf } from '../../../build/test-answers.ts'
import { readStored, STORAGE_KEYS, writeStored } from '../../lib/storage.ts'
import { testStorage } from '../../lib/test-storage.ts'
import { loadConfig } from '../config.ts'
import { ApiError } from '../errors.ts'
import { PATIENCE_MS } from '../patience.ts'
import { clearUserState, refreshSession } from '../session/session.ts'
import { config } from '../test-config.ts'
import { KEPT_MAX, keepMachines, keptMachines } from './kept-machines.ts'

const schemas = vi.hoisted(() => () => ({
  parseAnswer: (name: string, data: unknown) => {
    const schema = answers[name]
    if (schema === undefined) throw new TypeError(`no answer of ${name} is known`)
    return parse(schema, data)
  },
}))
vi.mock('../schemas.ts', schemas)
const answers = answersOf(CALLS)
const ask = vi.hoisted(() => vi.fn())
vi.mock('../client.ts', () => ({ callApi: ask }))

const ALICE = `0x${'a1'.repeat(20)}`
const BOB = `0x${'b0'.repeat(20)}`

const machine = (id: number, over: Partial<Machine> = {}): Machine => ({
  machineId: String(id),
  productId: 'm1',
  name: 'M1',
  tier: 1,
  power: 10,
  state: 'producing',
  boughtAt: 1_000,
  paidUntil: 7_200,
  lifeEnd: 36_000,
  periodsLeft: 1,
  txHash: `0x${'0'.repeat(64)}`,
  ...over,
})
const silence = new ApiError({ kind: 'transport', code: 0, status: 0, message: 'no answer' })
const keptIds = async (where = config) => (await keptMachines(where)).map(({ machineId }) => machineId)

/** Signs in. */
const be = (address: string): void => {
  writeStored(STORAGE_KEYS.token, 'a token')
  writeStored(STORAGE_KEYS.loginAddress, address)
  writeStored(STORAGE_KEYS.userMessage, JSON.stringify({ address }))
  refreshSession()
}

beforeEach(() => {
  vi.stubGlobal('localStorage', testStorage())
  ask.mockReset().mockRejectedValue(silence)
  be(ALICE)
})
afterEach(() => void vi.unstubAllGlobals())

it('keeps what the server names, with what it named before, newest first, and nothing of its state', async () => {
  expect(await keepMachines(ALICE, config, [machine(1_280), machine(384)])).toBe(2)
  expect(await keepMachines(ALICE, config, [machine(385, { name: 'M2' })])).toBe(3)
  expect(await keptMachines(config)).toEqual([
    { machineId: '1280', productId: 'm1', name: 'M1', tier: 1, power: 10, lifeEnd: 36_000 },
    { machineId: '385', productId: 'm1', name: 'M2', tier: 1, power: 10, lifeEnd: 36_000 },
    { machineId: '384', productId: 'm1', name: 'M1', tier: 1, power: 10, lifeEnd: 36_000 },
  ])
  expect(readStored(STORAGE_KEYS.machines)).not.toMatch(/paidUntil|state|periodsLeft/)
})

it(`keeps the newest ${KEPT_MAX}`, async () => {
  await keepMachines(ALICE, config, [machine(1)])
  const many = Array.from({ length: KEPT_MAX }, (_, index) => machine(index + 2))
  expect(await keepMachines(ALICE, config, many)).toBe(KEPT_MAX)
  const ids = await keptIds()
  expect([ids[0], ids.at(-1)]).toEqual([String(KEPT_MAX + 1), '2'])
})

it('another account sees none of it, and replaces it', async () => {
  await keepMachines(ALICE, config, [machine(1)])
  be(BOB)
  expect(await keptIds()).toEqual([])
  await keepMachines(BOB, config, [machine(2)])
  expect(await keptIds()).toEqual(['2'])
})

it('ends with the session, and what the server answered late is not kept after it', async () => {
  await keepMachines(ALICE, config, [machine(1)])
  clearUserState()
  expect(readStored(STORAGE_KEYS.machines)).toBeNull()
  expect(await keepMachines(ALICE, config, [machine(1)])).toBe(0)
  be(BOB)
  expect(await keepMachines(ALICE, config, [machine(1)])).toBe(0)
  expect(readStored(STORAGE_KEYS.machines)).toBeNull()
})

it.each([
  ['chain', { ...config, chain: { ...config.chain, chainId: config.chain.chainId + 1 } }],
  ['contract', { ...config, contracts: { ...config.contracts, DigitalRights: BOB } }],
])('on another %s there are none, and they are not kept on', async (_, other) => {
  await keepMachines(ALICE, config, [machine(1)])
  expect(await keptIds(other)).toEqual([])
  await keepMachines(ALICE, other, [machine(2)])
  expect(await keptIds(other)).toEqual(['2'])
})

const whole = () => JSON.parse(readStored(STORAGE_KEYS.machines) ?? '') as Record<string, unknown>
it.each<[string, () => unknown]>([
  ['no JSON', () => '{'],
  ['null', () => null],
  ['a list', () => []],
  ['no machines', () => ({ ...whole(), machines: undefined })],
  ['a machine without an id', () => ({ ...whole(), machines: [{ lifeEnd: 1 }] })],
  ['an id that is no number', () => ({ ...whole(), machines: [{ ...machine(1), machineId: '1x' }] })],
  ['no configuration', () => ({ ...whole(), config: {} })],
  ['a node that is no address', () => ({ ...whole(), config: { ...config, chain: { rpcUrls: ['x'] } } })],
])('%s in storage is as nothing, and the next answer is kept', async (_, made) => {
  await keepMachines(ALICE, config, [machine(1)])
  const text = made()
  writeStored(STORAGE_KEYS.machines, typeof text === 'string' ? text : JSON.stringify(text))
  expect(await keptIds()).toEqual([])
  await expect(loadConfig()).rejects.toBe(silence)
  await keepMachines(ALICE, config, [machine(2)])
  expect(await keptIds()).toEqual(['2'])
})

it('the kept configuration replaces that of a server that is silent, and for no other failure', async () => {
  await expect(loadConfig()).rejects.toBe(silence)
  await keepMachines(ALICE, config, [machine(1)])
  expect(await loadConfig()).toEqual(config)
  const refused = new ApiError({ kind: 'server', code: 10_001, status: 403, message: 'refused' })
  ask.mockRejectedValueOnce(refused)
  await expect(loadConfig()).rejects.toBe(refused)
  be(BOB)
  await expect(loadConfig()).rejects.toBe(silence)
  const next = { ...config, appVersion: '2' }
  ask.mockResolvedValueOnce(next)
  expect(await loadConfig(), 'asked again each time until it answers').toBe(next)
})

/** The state at launch: nothing has been requested yet. */
const opened = async () => {
  vi.resetModules()
  await import('./kept-machines.ts')
  return (await import('../config.ts')).loadConfig
}

describe('a server that says nothing', () => {
  const next = { ...config, appVersion: '2' }
  /** Requests once, with a fake clock; `answer` delivers the server's answer at any time. */
  const startLoading = async () => {
    const load = await opened()
    vi.useFakeTimers()
    const answer = Promise.withResolvers<typeof config>()
    ask.mockReset().mockReturnValueOnce(answer.promise)
    return { load, answer, first: load() }
  }
  afterEach(() => void vi.useRealTimers())

  it('has a stand-in once it was waited for too long, until its answer comes', async () => {
    await keepMachines(ALICE, config, [machine(1)])
    const { load, answer, first } = await startLoading()
    await vi.advanceTimersByTimeAsync(PATIENCE_MS)
    expect(await first).toEqual(config)
    expect(await load(), 'the next reader does not wait as long').toEqual(config)
    answer.resolve(next)
    await vi.advanceTimersByTimeAsync(0)
    expect(await load()).toBe(next)
    expect(ask).toHaveBeenCalledTimes(1)
  })

  it('has a stand-in also where it was asked before this file was there', async () => {
    await keepMachines(ALICE, config, [machine(1)])
    vi.resetModules()
    const { loadConfig: load } = await import('../config.ts')
    vi.useFakeTimers()
    ask.mockReset().mockReturnValueOnce(new Promise(() => undefined))
    void load()
    await import('./kept-machines.ts')
    const second = load()
    await vi.advanceTimersByTimeAsync(PATIENCE_MS)
    expect(await second).toEqual(config)
  })

  it('answers while the checks of what was kept are still loading: its answer is given', async () => {
    await keepMachines(ALICE, config, [machine(1)])
    vi.doMock('../schemas.ts', () => new Promise(() => undefined)) // as from the same server
    onTestFinished(() => void vi.doMock('../schemas.ts', schemas))
    const { answer, first } = await startLoading()
    await vi.advanceTimersByTimeAsync(PATIENCE_MS)
    answer.resolve(next)
    expect(await first).toBe(next)
  })

  it('is waited for where nothing is kept', async () => {
    const { answer, first } = await startLoading()
    await vi.advanceTimersByTimeAsync(2 * PATIENCE_MS)
    answer.resolve(config)
    expect(await first).toBe(config)
  })
})
