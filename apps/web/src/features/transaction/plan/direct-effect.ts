/**
 * Effect of a call without a voucher on its account's state, read with view functions: it identifies the
 * call without its hash, and without `eth_getLogs`, which public nodes do not serve.
 */

import { digitDrawAbi } from '@dr/contracts/abi/digit-draw'
import { digitalRightsAbi } from '@dr/contracts/abi/digital-rights'
import { rootRegistryAbi } from '@dr/contracts/abi/root-registry'
import { withdrawalVaultAbi } from '@dr/contracts/abi/withdrawal-vault'
import { NODE_VAULT } from '@dr/protocol/token-table'
import { type Address, erc20Abi } from 'viem'
import { readContract } from 'viem/actions'
import type { Config } from '../../../api/config.ts'
import type { ChainClient } from '../../../chain/reads/public-client.ts'
import type { DirectIntent } from './direct-call.ts'

export interface EffectInput {
  readonly account: Address
  readonly contracts: Config['contracts']
  readonly at?: { readonly blockTag: 'latest' | 'finalized' } | { readonly blockNumber: bigint }
}

/** Reads a figure of the chain that the call raises by at least `effectOf` its intent. */
export const readEffect = async (
  client: ChainClient,
  intent: DirectIntent,
  { account, contracts, at = { blockTag: 'latest' } }: EffectInput,
): Promise<bigint> => {
  const draw = { address: contracts.DigitDraw as Address, abi: digitDrawAbi, ...at } as const
  switch (intent.kind) {
    case 'deposit':
    case 'transferWithin': {
      // What the vault credits: to the account, or to the receiver.
      const [vault, owner] = intent.kind === 'deposit' ? [NODE_VAULT, account] : [intent.vault, intent.to]
      return readContract(client, {
        address: contracts.withdrawalVaults[vault] as Address,
        abi: withdrawalVaultAbi,
        functionName: 'credited',
        args: [owner, contracts[intent.token] as Address],
        ...at,
      })
    }
    case 'renewMachine':
      return readContract(client, {
        address: contracts.DigitalRights as Address,
        abi: digitalRightsAbi,
        functionName: 'paidUntil',
        args: [BigInt(intent.machineIDs[0] ?? 0)],
        ...at,
      })
    case 'wrapUSDR':
    case 'unwrapUSDR': {
      const balance = await readContract(client, {
        address: contracts.USDR as Address,
        abi: erc20Abi,
        functionName: 'balanceOf',
        args: [account],
        ...at,
      })
      return intent.kind === 'wrapUSDR' ? balance : -balance
    }
    case 'enterDraw': {
      const { round } = intent
      const entries = await readContract(client, {
        ...draw,
        functionName: 'entriesOf',
        args: [round, account],
      })
      return entries[intent.digit] ?? 0n
    }
    case 'claimDraw':
      return -(await readContract(client, {
        ...draw,
        functionName: 'claimable',
        args: [intent.round, account],
      }))
    case 'claim':
      return readContract(client, {
        address: contracts.withdrawalVaults[intent.vault] as Address,
        abi: withdrawalVaultAbi,
        functionName: 'paid',
        args: [account, contracts[intent.token] as Address],
        ...at,
      })
    case 'lockClaims':
    case 'unlockClaims': {
      const claimsFrom = await readContract(client, {
        address: contracts.RootRegistry as Address,
        abi: rootRegistryAbi,
        functionName: 'claimsFrom',
        args: [account],
        ...at,
      })
      // Locked is the largest number; open, or with notice, is a time.
      return intent.kind === 'lockClaims' ? claimsFrom : -claimsFrom
    }
    case 'revokeApproval': {
      const allowance = await readContract(client, {
        address: contracts[intent.token] as Address,
        abi: erc20Abi,
        functionName: 'allowance',
        args: [account, intent.spender],
        ...at,
      })
      return allowance === 0n ? 1n : 0n
    }
  }
}

/** Minimum by which a mined call raises the figure of `readEffect`. */
export const effectOf = (intent: DirectIntent): bigint => ('amount' in intent ? intent.amount : 1n)

const BIG = /^\d+n$/

/** Serializes an intent for local storage; bigint amounts are kept. */
export const intentText = (intent: DirectIntent): string =>
  JSON.stringify(intent, (_, value: unknown) => (typeof value === 'bigint' ? `${value}n` : value))

export const intentOfText = (text: string): DirectIntent =>
  JSON.parse(text, (_, value: unknown) =>
    typeof value === 'string' && BIG.test(value) ? BigInt(value.slice(0, -1)) : value,
  ) as DirectIntent
