import { withdrawalVaultAbi } from '@dr/contracts/abi/withdrawal-vault'
import { UINT256_MAX, WAD } from '@dr/protocol/amounts'
import { NO_PROOF } from '@dr/protocol/roots/proof'
import { decodeFunctionData, encodeErrorResult, getAddress } from 'viem'
import { expect, it } from 'vitest'
import { amountsOf, claimCall, named } from './claim.ts'
import { ExitError } from './exit-error.ts'
import { Reverted } from './rpc.ts'

const burnOf = async (amount: bigint): Promise<bigint> => (amount * 500n) / 10_000n
const claim = (input: { claimable: bigint; unreturned?: bigint; held: bigint; isDr?: boolean }) =>
  amountsOf({ unreturned: 0n, isDr: true, burnOf, ...input })

it('takes all there is; what was deposited and not returned is free of burn', async () => {
  expect(await claim({ claimable: 100n * WAD, unreturned: 40n * WAD, held: 100n * WAD })).toEqual({
    argument: UINT256_MAX,
    amount: 100n * WAD,
    withoutBurn: 40n * WAD,
    withheld: 3n * WAD,
    arrives: 97n * WAD,
    isShort: false,
  })
})

it('takes what the vault holds where that is less, and nothing below a token', async () => {
  expect(await claim({ claimable: 100n * WAD, held: 60n * WAD })).toEqual({
    argument: 60n * WAD,
    amount: 60n * WAD,
    withoutBurn: 0n,
    withheld: 3n * WAD,
    arrives: 57n * WAD,
    isShort: true,
  })
  expect(await claim({ claimable: 100n * WAD, held: WAD - 1n })).toBeNull()
})

it('needs no USDT for the share that stays in the vault', async () => {
  const held = 95n * WAD
  expect(await claim({ claimable: 100n * WAD, held, isDr: false })).toMatchObject({
    isShort: false,
    arrives: held,
  })
  expect(await claim({ claimable: 100n * WAD, held: held - 1n, isDr: false })).toMatchObject({
    isShort: true,
  })
  expect(await claim({ claimable: 100n * WAD, held })).toMatchObject({ isShort: true })
})

it('calls the vault with token, amount and proof', () => {
  const [vault, token] = [getAddress(`0x${'11'.repeat(20)}`), getAddress(`0x${'22'.repeat(20)}`)]
  const proof = {
    epoch: 3n,
    earned: 7n,
    index: 1n,
    path: [{ hash: `0x${'33'.repeat(32)}`, sum: 9n }],
  } as const
  const call = claimCall({ vault, token, argument: UINT256_MAX, proof })
  expect(call.to).toBe(vault)
  expect(decodeFunctionData({ abi: withdrawalVaultAbi, data: call.data })).toEqual({
    functionName: 'claim',
    args: [token, UINT256_MAX, proof],
  })
  expect(
    decodeFunctionData({
      abi: withdrawalVaultAbi,
      data: claimCall({ vault, token, argument: 1n, proof: NO_PROOF }).data,
    }).args?.[2],
  ).toEqual(NO_PROOF)
})

it('names the contract’s error, and shows the data of one that is not ours', async () => {
  const abi = [
    {
      type: 'error',
      name: 'ClaimableExceeded',
      inputs: [
        { name: 'a', type: 'uint256' },
        { name: 'b', type: 'uint256' },
      ],
    },
  ] as const
  const refused = (data: `0x${string}`) =>
    named(() => Promise.reject(new Reverted(data))).catch((error: ExitError) => error.said)
  const data = encodeErrorResult({ abi, errorName: 'ClaimableExceeded', args: [2n, 1n] })
  expect(await refused(data)).toEqual({ key: 'error.reverted', values: { name: 'ClaimableExceeded(2, 1)' } })
  expect(await refused('0xdeadbeef')).toEqual({ key: 'error.reverted', values: { name: '0xdeadbeef' } })
  await expect(named(() => Promise.reject(new ExitError({ key: 'error.noHash' })))).rejects.toThrow(ExitError)
})
