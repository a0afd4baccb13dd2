/** Registers new users at one process, one after the other, and records its answers. */
import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { CALLS } from '@dr/protocol/calls/index'
import { testWallet } from '@dr/test-kit'
import { createTestClient } from '../../apps/server/test/servers/test-client.ts'

const PAUSE_MS = 150
const OK = 200
const UNAVAILABLE = 503

/** A registration with its time, by `performance.now()`. */
export interface Registered {
  /** Lower case, as in the database. */
  readonly address: string
  readonly beganAt: number
  readonly answeredAt: number
}

export interface Registrar {
  readonly registered: readonly Registered[]
  /** Number of answers 503 with `retry-after`. */
  refusals(): number
  /** Answers that were neither that nor the expected one. */
  readonly wrong: readonly string[]
  stop(): Promise<void>
}

export interface RegistrarOptions {
  readonly port: number
  readonly origin: string
  readonly inviteCode: string
}

export const startRegistrar = ({ port, origin, inviteCode }: RegistrarOptions): Registrar => {
  const registered: Registered[] = []
  const wrong: string[] = []
  let refusals = 0
  const client = createTestClient(port, (response, { code }) => {
    const retryAfter = response.headers.get('retry-after')
    if (response.status === UNAVAILABLE && Number(retryAfter) > 0) refusals += 1
    else if (response.status !== OK || code !== 0) wrong.push(`${new URL(response.url).pathname}: ${code}`)
  })
  const registerOne = async (): Promise<void> => {
    const wallet = testWallet(randomUUID())
    const beganAt = performance.now()
    const [wrongBefore, refusalsBefore] = [wrong.length, refusals]
    try {
      const { code } = await client.signIn(wallet, CALLS.register.path, { origin, more: { inviteCode } })
      const address = wallet.address.toLowerCase()
      if (code === 0) registered.push({ address, beganAt, answeredAt: performance.now() })
    } catch (error) {
      // An answer that the client cannot handle has been counted; anything else is an error.
      if (wrong.length === wrongBefore && refusals === refusalsBefore) wrong.push(String(error))
    }
  }
  let stopped = false
  const run = async () => {
    while (!stopped) {
      await registerOne()
      await delay(PAUSE_MS)
    }
  }
  const running = run()
  return {
    registered,
    wrong,
    refusals: () => refusals,
    stop: async () => {
      stopped = true
      await running
    },
  }
}
