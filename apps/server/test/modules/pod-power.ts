/** Shared parts of POD power's tests: buyers with DR and USDR, funded pools, and Mondays. */

import { drAbi } from '@dr/contracts/abi/dr'
import { fundingAbi } from '@dr/contracts/abi/funding'
import { priceOracleAbi } from '@dr/contracts/abi/price-oracle'
import { usdrAbi } from '@dr/contracts/abi/usdr'
import { CALLS } from '@dr/protocol/calls/index'
import { WEEK_SECONDS, weekEnd, weekOf } from '@dr/protocol/rules/weeks'
import { testWallet } from '@dr/test-kit'
import { type Hex, parseAbi } from 'viem'
import { insertUser } from '../../src/modules/users/insert-user.ts'
import { bindInviter } from '../../src/modules/users/inviter/bind-inviter.ts'
import { type LowerHex, lowerHex } from '../../src/platform/hex.ts'
import { ONE, type TestApp, type TestUser } from '../app/test-app.ts'

const MAX = 2n ** 255n

/** DR and USDR for a user, approved. Whole tokens. */
export const equipForPower = async (
  app: TestApp,
  user: TestUser,
  { dr = 10_000n, usdr = 10_000n } = {},
): Promise<void> => {
  const { contracts, chain } = app
  const give = (
    address: LowerHex,
    abi: typeof drAbi | typeof usdrAbi,
    functionName: string,
    args: unknown[],
  ) => app.send(chain.holder, { address, abi, functionName, args })
  if (dr > 0n) await give(contracts.dr, drAbi, 'transfer', [user.wallet.address, dr * ONE])
  await give(contracts.usdt, drAbi, 'approve', [contracts.usdr, MAX])
  if (usdr > 0n) await give(contracts.usdr, usdrAbi, 'depositFor', [user.wallet.address, usdr * ONE])
  for (const token of [contracts.dr, contracts.usdr]) {
    const args = [contracts.digitalRights, MAX]
    await app.send(user.wallet, { address: token, abi: drAbi, functionName: 'approve', args })
  }
}

/** Buys POD power for whole DR, and waits until it is final. Returns the power obtained. */
export const buyPower = async (app: TestApp, user: TestUser, dr: bigint): Promise<bigint> => {
  const voucher = await app.call(CALLS.podPowerSignature, user, { drAmount: (dr * ONE).toString() })
  await app.redeem(voucher, user.wallet)
  await app.finalize()
  const [incoming] = voucher.incoming
  if (incoming?.kind !== 'pod-power') throw new Error('no POD power comes')
  return BigInt(incoming.power)
}

/** Funds the pools from an account that is not the treasury; whole tokens. */
export const fundPools = async (
  app: TestApp,
  token: 'usdt' | 'dr',
  amount: bigint,
  memo = 'a test',
): Promise<void> => {
  const { contracts, chain } = app
  const address = contracts[token]
  await app.send(chain.holder, {
    address,
    abi: drAbi,
    functionName: 'approve',
    args: [contracts.funding, MAX],
  })
  await app.send(chain.holder, {
    address: contracts.funding,
    abi: fundingAbi,
    functionName: 'fundPools',
    args: [address, amount * ONE, memo],
  })
  await app.finalize()
}

/** An observation of the oracle, like the keeper's. */
export const observePrices = (app: TestApp): Promise<Hex> =>
  app.send(app.chain.holder, {
    address: app.contracts.priceOracle,
    abi: priceOracleAbi,
    functionName: 'update',
    args: [],
  })

/** Lets time pass until `before` seconds before the end of the clock's week, and `weeks` further ones. */
export const travelToWeekEnd = async (app: TestApp, { weeks = 0n, before = 0n } = {}): Promise<void> => {
  const clock = await app.clock()
  const to = weekEnd(weekOf(clock)) + weeks * WEEK_SECONDS - before
  await app.travel(Number(to - clock))
}

/** A user with an inviter, with gas, DR and USDR. */
export const newInvited = async (app: TestApp, name: string, inviter: TestUser): Promise<TestUser> => {
  const address = lowerHex(testWallet(name).address)
  const at = new Date('2026-01-01T00:00:00Z')
  await app.database.transaction(async (tx) => {
    const userId = await insertUser(tx, { address, activatedAt: null, at })
    if (userId === undefined) throw new Error(`${name} is there already`)
    await bindInviter(tx, { userId, inviterName: inviter.account, at })
  })
  const user = await app.newUser(name)
  await equipForPower(app, user)
  return user
}

const routerAbi = parseAbi([
  'function swapExactTokensForTokens(uint256 amountIn, uint256 amountOutMin, address[] path, address to, uint256 deadline)',
])

/** Buys DR in the pool for ten USDT, so that the pair has a recent trade. */
export const tradeDr = async (app: TestApp): Promise<void> => {
  const { contracts, chain } = app
  const { usdt, dr, ammRouter } = contracts
  const from = chain.holder
  await app.send(from, { address: usdt, abi: drAbi, functionName: 'approve', args: [ammRouter, MAX] })
  const args = [10n * ONE, 0n, [usdt, dr], from.address, MAX]
  await app.send(from, {
    address: ammRouter,
    abi: routerAbi,
    functionName: 'swapExactTokensForTokens',
    args,
  })
}
