/**
 * Rotation of the contracts' keys by docs/operations.md, through the real timelock and its 14 days: two APIs,
 * an indexer and a worker as processes, and a user who requests vouchers continuously. With `FULL=1`: the
 * chain's two weeks take a while to read.
 */
import { rename, writeFile } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { adminTimelockAbi, digitalRightsAbi, digitDrawAbi, drAbi, resultRegistryAbi } from '@dr/contracts/abi'
import type { Voucher } from '@dr/protocol/calls/voucher'
import { voucherCall } from '@dr/protocol/voucher-call'
import { describeOnPostgres, testWallet } from '@dr/test-kit'
import {
  type Abi,
  encodeFunctionData,
  type Hex,
  keccak256,
  recoverAddress,
  stringToHex,
  zeroHash,
} from 'viem'
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { drawerKey, send, signerKey } from '../../app/chain.ts'
import { type Chain, ONE, startChain } from '../../app/test-app.ts'
import { equip } from '../scene.ts'
import { alice, FEATURE_OFF, openProduct, PATIENCE, type Product } from './open-product.ts'

const FULL = process.env.FULL === '1'
const ASK_EVERY_MS = 250
const DAY_SECONDS = 86_400
const newWallet = () => {
  const key = generatePrivateKey()
  return { key, account: privateKeyToAccount(key) }
}

interface Call {
  readonly to: Hex
  readonly data: Hex
}

describeOnPostgres('keys of the contracts are rotated', () => {
  let chain: Chain
  beforeAll(async () => {
    if (!FULL) return
    chain = await startChain()
    await chain.anvil.client.setIntervalMining({ interval: 1 })
    await equip(chain, alice)
  })
  afterAll(() => chain?.anvil.stop())

  const fund = ({ address }: PrivateKeyAccount) =>
    chain.anvil.client.setBalance({ address, value: 100n * ONE })
  const call = async (
    from: PrivateKeyAccount,
    address: Hex,
    abi: Abi,
    functionName: string,
    args: readonly unknown[],
  ) => send(chain, from, { address, abi, functionName, args })

  /** The five contracts with vouchers. */
  const takers = () => {
    const { digitalRights, exchange, withdrawalVault0, withdrawalVault1, withdrawalVault2 } =
      chain.deployment.contracts
    return [digitalRights, exchange, withdrawalVault0, withdrawalVault1, withdrawalVault2]
  }
  const onAll = (functionName: 'setSigner' | 'setStandbySigner' | 'setPauser', address: Hex): Call[] =>
    takers().map((to) => ({
      to,
      data: encodeFunctionData({ abi: digitalRightsAbi, functionName, args: [address] }),
    }))
  const role = (functionName: 'grantRole' | 'revokeRole', name: string, address: Hex): Call => ({
    to: chain.deployment.contracts.adminTimelock,
    data: encodeFunctionData({
      abi: adminTimelockAbi,
      functionName,
      args: [keccak256(stringToHex(name)), address],
    }),
  })
  /** Arguments of a batch for the timelock, without its delay. */
  const batchOf = (calls: readonly Call[]) => [
    calls.map(({ to }) => to),
    calls.map(() => 0n),
    calls.map(({ data }) => data),
    zeroHash,
    zeroHash,
  ]
  const timelock = (from: PrivateKeyAccount, functionName: string, args: readonly unknown[]) =>
    call(from, chain.deployment.contracts.adminTimelock, adminTimelockAbi as Abi, functionName, args)
  const announce = (from: PrivateKeyAccount, calls: readonly Call[]) =>
    timelock(from, 'scheduleBatch', [...batchOf(calls), BigInt(14 * DAY_SECONDS)])
  const execute = (calls: readonly Call[]) => timelock(testWallet('anyone'), 'executeBatch', batchOf(calls))
  const pass = async (seconds: number) => {
    await chain.anvil.client.increaseTime({ seconds })
    await chain.anvil.mine(3)
  }

  const open = () => openProduct(chain)

  const signerOf = async ({ data: { digest, signature } }: Awaited<ReturnType<Product['quote']>>) =>
    recoverAddress({ hash: digest as Hex, signature: signature as Hex })
  const expectSigner = (product: Product, address: Hex) =>
    vi.waitFor(async () => {
      const quote = await product.quote()
      expect(quote.code).toBe(0)
      expect(await signerOf(quote)).toBe(address)
    }, PATIENCE)

  /** Requests vouchers continuously; returns the refusals. */
  const startAsking = ({ quote }: Product) => {
    const stopping = new AbortController()
    const refused: unknown[] = []
    const signers = new Set<Hex>()
    const asking = (async () => {
      while (!stopping.signal.aborted) {
        const answer = await quote()
        if (answer.code === 0) signers.add(await signerOf(answer))
        else refused.push(answer)
        await delay(ASK_EVERY_MS)
      }
    })()
    return {
      refused,
      signers,
      stop: async () => {
        stopping.abort()
        await asking
      },
    }
  }

  const use = async (voucher: Voucher) =>
    call(
      alice,
      voucher.contract as Hex,
      digitalRightsAbi as Abi,
      ...(Object.values(voucherCall(voucher)) as [string, readonly unknown[]]),
    )

  test.runIf(FULL)(
    'signer, attester, drawer, keeper, pauser, proposer, guardian; then the signer is stolen',
    {
      timeout: 900_000,
    },
    async () => {
      const { contracts } = chain.deployment
      const next = {
        signer: newWallet(),
        standby: newWallet(),
        keeper: newWallet(),
        attester: newWallet(),
        drawer: newWallet(),
        pauser: newWallet(),
        proposer: newWallet(),
        guardian: newWallet(),
      }
      const proposer = testWallet('proposer')
      const guardian = testWallet('guardian')
      const wallets = [proposer, guardian, testWallet('anyone'), privateKeyToAccount(drawerKey)]
      for (const wallet of [...wallets, ...Object.values(next).map(({ account }) => account)])
        await fund(wallet)
      const product = await open()
      const { secret, settings, database, restartApis, restartWorker, quote } = product
      const give = (name: string, key: Hex) => writeFile(secret(name), key, { mode: 0o600 })
      await expectSigner(product, privateKeyToAccount(signerKey).address)

      // The bond of the previous drawer.
      const oldDrawer = privateKeyToAccount(drawerKey)
      const bond = 500n * ONE
      const postBond = async (from: PrivateKeyAccount) => {
        await call(chain.holder, contracts.dr, drAbi as Abi, 'transfer', [from.address, bond])
        await call(from, contracts.dr, drAbi as Abi, 'approve', [contracts.digitDraw, bond])
        await call(from, contracts.digitDraw, digitDrawAbi as Abi, 'postBond', [bond])
      }
      await postBond(oldDrawer)

      // Announced; the APIs get the next signer before the 14 days are over, while vouchers are requested.
      const asking = startAsking(product)
      onTestFinished(asking.stop)
      const batches = {
        signer: onAll('setSigner', next.signer.account.address),
        standby: onAll('setStandbySigner', next.standby.account.address),
        pauser: onAll('setPauser', next.pauser.account.address),
        attester: [
          {
            to: contracts.resultRegistry,
            data: encodeFunctionData({
              abi: resultRegistryAbi,
              functionName: 'setAttester',
              args: [next.attester.account.address],
            }),
          },
        ],
        drawer: [
          {
            to: contracts.digitDraw,
            data: encodeFunctionData({
              abi: digitDrawAbi,
              functionName: 'setDrawer',
              args: [next.drawer.account.address],
            }),
          },
        ],
        proposer: ['PROPOSER_ROLE', 'CANCELLER_ROLE'].flatMap((name) => [
          role('revokeRole', name, proposer.address),
          role('grantRole', name, next.proposer.account.address),
        ]),
        guardian: [
          role('revokeRole', 'CANCELLER_ROLE', guardian.address),
          role('grantRole', 'CANCELLER_ROLE', next.guardian.account.address),
        ],
      }
      for (const calls of Object.values(batches)) await announce(proposer, calls)
      await give('next-signer', next.signer.key)
      await restartApis()
      await pass(14 * DAY_SECONDS + 1)
      expect([...asking.signers]).toEqual([privateKeyToAccount(signerKey).address])

      // Signer: open vouchers are refused, new quotes are signed by the new key.
      const open1 = await vi.waitFor(async () => {
        const one = await quote()
        expect(one.code).toBe(0)
        return one
      }, PATIENCE)
      await execute(batches.signer)
      await expect(use(open1.data)).rejects.toThrow('VoucherInvalid')
      await expectSigner(product, next.signer.account.address)
      await rename(secret('next-signer'), secret('signer'))
      await restartApis()
      const voucher = await quote()
      await use(voucher.data)
      await asking.stop()
      expect(asking.refused).toEqual([])

      // Keeper.
      await give('keeper', next.keeper.key)
      await restartWorker()
      await vi.waitFor(async () => {
        const { address } = next.keeper.account
        expect(await chain.client.getTransactionCount({ address })).toBeGreaterThan(0)
      }, PATIENCE)

      // Attester: the new one posts the weeks that end from then on.
      await execute(batches.attester)
      await give('attester', next.attester.key)
      await restartWorker()
      const registry = { address: contracts.resultRegistry, abi: resultRegistryAbi } as const
      const week = await chain.client.readContract({ ...registry, functionName: 'currentWeek' })
      await pass(8 * DAY_SECONDS)
      await vi.waitFor(async () => {
        const args = [stringToHex('dividends', { size: 32 }), week] as const
        const by = await chain.client.readContract({ ...registry, functionName: 'attesterOf', args })
        expect(by).toBe(next.attester.account.address)
      }, PATIENCE)

      // Drawer: the old one's bond is returned first.
      await call(oldDrawer, contracts.digitDraw, digitDrawAbi as Abi, 'returnBond', [bond])
      await execute(batches.drawer)
      await give('drawer', next.drawer.key)
      await postBond(next.drawer.account)
      settings.GAME = 'on'
      await restartWorker()
      await vi.waitFor(async () => {
        const { rowCount } = await database.read.query({ text: 'SELECT FROM draw' })
        expect(rowCount).toBeGreaterThan(0)
      }, PATIENCE)

      // Proposer and guardian: the old ones can announce and cancel nothing any more, the new ones can.
      await execute(batches.proposer)
      await execute(batches.guardian)
      const harmless = onAll('setPauser', testWallet('another pauser').address)
      await expect(announce(proposer, harmless)).rejects.toThrow(/AccessControl/)
      await announce(next.proposer.account, harmless)
      const id = await chain.client.readContract({
        address: contracts.adminTimelock,
        abi: adminTimelockAbi,
        functionName: 'hashOperationBatch',
        args: batchOf(harmless) as never,
      })
      await expect(timelock(guardian, 'cancel', [id])).rejects.toThrow(/AccessControl/)
      await timelock(next.guardian.account, 'cancel', [id])

      // Stolen: the (new) pauser revokes it, the (new) standby signs as soon as its key is installed.
      await execute(batches.standby)
      await execute(batches.pauser)
      for (const taker of takers())
        await call(next.pauser.account, taker, digitalRightsAbi as Abi, 'revokeSigner', [])
      await vi.waitFor(async () => {
        expect(await quote()).toMatchObject({ code: FEATURE_OFF, data: { reason: 'signer-revoked' } })
      }, PATIENCE)
      await give('signer', next.standby.key)
      await restartApis()
      await expectSigner(product, next.standby.account.address)
      await use((await quote()).data)
    },
  )
})
