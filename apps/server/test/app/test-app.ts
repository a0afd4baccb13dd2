/**
 * The real app for tests: composed like in `bin`, on Anvil with the deployed contracts, with the real
 * indexer.
 */

import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { digitalRightsAbi, drAbi, emissionAbi, exchangeAbi, withdrawalVaultAbi } from '@dr/contracts/abi'
import type { Call, ResponseOf } from '@dr/protocol/call'
import type { Voucher } from '@dr/protocol/calls/voucher'
import { voucherCall } from '@dr/protocol/voucher-call'
import { mutableClock, testWallet } from '@dr/test-kit'
import type { Abi, Hex } from 'viem'
import type { PrivateKeyAccount } from 'viem/accounts'
import type { z } from 'zod'
import { composeModules } from '../../src/bin/compose-modules.ts'
import type { SeedData } from '../../src/bin/create-modules.ts'
import type { Foundation } from '../../src/bin/foundation.ts'
import { openIndexer } from '../../src/bin/server/lead.ts'
import { settleWithoutOrder } from '../../src/bin/server/settle-without-order.ts'
import { NumbersDisagreeError, WrongLogsError } from '../../src/indexer/errors.ts'
import { repostSuspended } from '../../src/indexer/index.ts'
import { seedGenesis } from '../../src/modules/users/index.ts'
import { chainNow } from '../../src/platform/chain/chain-clock.ts'
import { readConfig } from '../../src/platform/config/config.ts'
import type { Database } from '../../src/platform/database/database.ts'
import { type LowerHex, lowerHex } from '../../src/platform/hex.ts'
import type { UserId } from '../../src/platform/ids.ts'
import { createLogger } from '../../src/platform/logger.ts'
import type { Letter } from '../../src/platform/mailer.ts'
import { createRegistry } from '../../src/platform/metrics.ts'
import { addressesOf, type Chain, ONE, send } from './chain.ts'
import { prepareData } from './server-data.ts'

export { type Chain, ONE, startChain } from './chain.ts'

/** ABI of all calls with a voucher. */
const VOUCHER_ABI: Abi = [...digitalRightsAbi, ...exchangeAbi, ...withdrawalVaultAbi]

const DOUBT_MS = 20

export interface TestUser {
  readonly wallet: PrivateKeyAccount
  readonly userId: UserId
  readonly account: LowerHex
}

export interface TestAppOptions extends SeedData {
  /** The indexer's endpoints instead of the chain itself, and its waiting time for doubted logs. */
  readonly indexer?: { readonly rpcUrls: readonly string[]; readonly patienceMs: number }
  /** Settings of the server, beside its data folder and its chain: `{ GAME: 'on' }`. */
  readonly environment?: NodeJS.ProcessEnv
}

/** Retries doubted blocks, like `run`. */
const catchUpInDoubt = async ({ catchUp }: ReturnType<typeof openIndexer>): Promise<void> => {
  for (;;) {
    try {
      return await catchUp()
    } catch (error) {
      if (!(error instanceof WrongLogsError || error instanceof NumbersDisagreeError)) throw error
      await delay(DOUBT_MS)
    }
  }
}

/**
 * The app on `database`, following `chain` from the deployment on; the effects of earlier tests on it are
 * undone. Ends with the test.
 */
export const startTestApp = async (chain: Chain, database: Database, options: TestAppOptions = {}) => {
  const { environment, indexer: following, ...seedData } = options
  const { anvil, client, deployment, holder } = chain
  const contracts = addressesOf(deployment)
  await anvil.client.revert({ id: chain.start.id })
  chain.start.id = await anvil.client.snapshot()
  const directory = await prepareData(chain)
  // The server refuses the key of a signing process beside its own.
  if (environment?.SIGNER_URL) await rm(join(directory, 'secrets', 'signer'))
  const config = readConfig({
    ...environment,
    DATA_DIR: directory,
    RPC_URLS: following?.rpcUrls.join() ?? anvil.url,
  })
  const letters: Letter[] = []
  const wall = mutableClock()
  const logger = createLogger('silent')
  const registry = createRegistry({ defaults: false })
  const foundation: Foundation = {
    database,
    client,
    secrets: { nonce: new Uint8Array(32).fill(7), pepper: new Uint8Array(32).fill(9) },
    mailer: { send: async (letter) => void letters.push(letter) },
    now: wall.now,
    clockAheadMs: () => 0,
    logger,
    registry,
  }
  const composition = await composeModules(config, foundation, seedData)
  const indexer = openIndexer(config, foundation, composition, { patienceMs: following?.patienceMs ?? 0 })
  await database.transaction((tx) => composition.seed(tx))
  const catchUp = () => catchUpInDoubt(indexer)
  await catchUp()
  const startTime = await client.readContract({
    address: contracts.emission,
    abi: emissionAbi,
    functionName: 'startTime',
  })

  const app = {
    ...composition.modules,
    chain,
    database,
    contracts,
    composition,
    indexer,
    registry,
    logger,
    startTime,
    letters,
    wall,
    domain: { chainId: deployment.chainId, contract: contracts.digitalRights },
    /** Makes mined blocks final, and has the indexer process them. */
    async finalize() {
      await anvil.mine(3)
      await catchUp()
    },
    /** Lets chain time pass. */
    async travel(seconds: number) {
      await anvil.client.increaseTime({ seconds })
      await app.finalize()
    },
    /** Releases the emission, and makes the release final. */
    async release() {
      await anvil.client.increaseTime({ seconds: 1 }) // two blocks may have one time; nothing is emitted between them
      await send(chain, holder, {
        address: contracts.emission,
        abi: emissionAbi,
        functionName: 'release',
        args: [],
      })
      await app.finalize()
    },
    /** Posts the suspended events again, like the operator's program. */
    repost: () =>
      repostSuspended({
        database,
        logger,
        handlers: composition.eventHandlers,
        chainId: deployment.chainId,
        now: wall.now,
      }),
    /** Settles a suspended event without an order, like the operators' program. */
    settle: (decision: Parameters<typeof settleWithoutOrder>[1]) =>
      settleWithoutOrder(
        {
          database,
          handlers: composition.eventHandlers,
          chainId: deployment.chainId,
          now: wall.now,
          claims: composition.modules.claims,
          mining: composition.modules.mining,
        },
        decision,
      ),
    /** An activated user with gas, USDT and DRGV. */
    async newUser(name: string, { usdt = 100_000n, drgv = 1_000_000n } = {}): Promise<TestUser> {
      const wallet = testWallet(name)
      await anvil.client.setBalance({ address: wallet.address, value: 10n ** 20n })
      const give = (token: Hex, amount: bigint) =>
        send(chain, holder, {
          address: token,
          abi: drAbi,
          functionName: 'transfer',
          args: [wallet.address, amount],
        })
      if (usdt > 0n) await give(contracts.usdt, usdt * ONE)
      if (drgv > 0n) await give(contracts.drgv, drgv * ONE)
      for (const token of [contracts.usdt, contracts.drgv]) {
        const args = [contracts.digitalRights, 2n ** 255n]
        await send(chain, wallet, { address: token, abi: drAbi, functionName: 'approve', args })
      }
      const at = new Date('2026-01-01T00:00:00Z')
      const { id: userId } = await database.transaction((tx) =>
        seedGenesis(tx, { address: lowerHex(wallet.address), at }),
      )
      return { wallet, userId, account: lowerHex(wallet.address) }
    },
    /** Makes a call like HTTP: request parsed, response checked against the protocol. */
    async call<C extends Call>(
      call: C,
      user: TestUser | undefined,
      body: z.input<C['request']>,
    ): Promise<ResponseOf<C>> {
      const route = composition.routes.find((one) => one.call === call)
      if (!route) throw new Error(`no route for ${call.name}`)
      const caller = user && { userId: user.userId, address: user.account, activated: true, sessionId: 1n }
      const answer = await route.handle({
        params: {},
        body: call.request.parse(body),
        caller,
        request: { ip: '127.0.0.1' },
      } as never)
      return call.response.parse(answer) as ResponseOf<C>
    },
    /** Uses a voucher on chain, from a wallet; `change` replaces fields of it. */
    redeem: (voucher: Voucher, from: PrivateKeyAccount, change: Readonly<Record<string, unknown>> = {}) =>
      send(chain, from, {
        address: voucher.contract as Hex,
        abi: VOUCHER_ABI,
        ...voucherCall(voucher, change),
      }),
    clock: async () => (await chainNow(database.read)).timestamp,
    read: {
      dr: (address: Hex) =>
        client.readContract({
          address: contracts.dr,
          abi: drAbi,
          functionName: 'balanceOf',
          args: [address],
        }),
    },
    send: (
      from: PrivateKeyAccount,
      call: { address: Hex; abi: Abi; functionName: string; args: readonly unknown[] },
    ) => send(chain, from, call),
  }
  return app
}
export type TestApp = Awaited<ReturnType<typeof startTestApp>>
