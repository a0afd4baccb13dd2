import { digitalRightsAbi, exchangeAbi, withdrawalVaultAbi } from '@dr/contracts/abi'
import { byToken, PRICED_TOKENS, TOKENS } from '@dr/protocol/tokens'
import { VOUCHER_KINDS } from '@dr/protocol/vouchers'
import { type Abi, type AbiEvent, type Address, toEventSelector } from 'viem'
import { expect, test } from 'vitest'
import type { ContractAddresses } from '../../platform/chain/contract-addresses.ts'
import { type LowerHex, lowerHex } from '../../platform/hex.ts'
import { contractOf } from './kinds.ts'
import { nonceHandlers } from './nonce-handlers.ts'

const at = (digit: string): LowerHex => lowerHex(`0x${digit.repeat(40)}`)
const contracts: ContractAddresses = {
  ...byToken(TOKENS, () => at('1')),
  Emission: at('5'),
  PriceOracle: at('6'),
  DigitalRights: at('7'),
  Exchange: at('8'),
  Funding: at('9'),
  ResultRegistry: at('a'),
  RootRegistry: at('f'),
  withdrawalVaults: [at('b'), at('c'), at('d')],
  pairs: byToken(PRICED_TOKENS, () => at('e')),
  DigitDraw: at('0'),
  timelock: at('0'),
  treasury: at('0'),
}
const takers: readonly (readonly [Address, Abi])[] = [
  [contracts.DigitalRights, digitalRightsAbi],
  [contracts.Exchange, exchangeAbi],
  ...contracts.withdrawalVaults.map((vault) => [vault, withdrawalVaultAbi] as const),
]

/** Events of a contract that name a used nonce: of a voucher, or of a claim or transfer in its place. */
const uses = (abi: Abi): AbiEvent[] =>
  abi.filter(
    (item): item is AbiEvent => item.type === 'event' && item.inputs.some(({ name }) => name === 'nonce'),
  )

test('every event of every contract that uses up a nonce closes the other vouchers on it', () => {
  const expected = takers.flatMap(([address, abi]) =>
    uses(abi).map((event) => `${address}:${toEventSelector(event)}`),
  )
  const handled = nonceHandlers(contracts, async () => undefined).map(
    ({ address, topic }) => `${address}:${topic}`,
  )
  expect(handled.toSorted()).toEqual(expected.toSorted())
  expect(handled).toHaveLength(3 + 1 + 3 * 4)
})

test('a withdrawal is of one of three vaults, and names it; every other kind has its one contract', () => {
  for (const kind of VOUCHER_KINDS) {
    const ofVault = kind.startsWith('withdraw-')
    if (!ofVault) expect(takers[kind === 'swap-token' ? 1 : 0]?.[0]).toBe(contractOf(contracts, { kind }))
    else {
      expect(() => contractOf(contracts, { kind })).toThrow(TypeError)
      for (const vault of [0, 1, 2] as const) {
        expect(contractOf(contracts, { kind, vault })).toBe(contracts.withdrawalVaults[vault])
      }
    }
  }
})
