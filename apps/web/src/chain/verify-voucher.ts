import type { Voucher } from '@dr/protocol/calls/voucher'
import { BPS, MACHINE_BATCH_MAX } from '@dr/protocol/constants'
import { electricityFee, machineCost } from '@dr/protocol/machine-cost'
import { orderIdToUint } from '@dr/protocol/order-id'
import { VOUCHER_DOMAIN_NAME, VOUCHER_TYPES } from '@dr/protocol/typed-data'
import { type Hex, hashTypedData, recoverAddress } from 'viem'
import type { Config } from '../api/config.ts'
import type { Address } from '../api/session.ts'
import { readVoucherMessage, type VoucherMessage } from './voucher-message.ts'

/** What the user asked for, from their own screen; absent for a voucher found again without its request. */
export type Asked =
  | {
      readonly kind: 'buyMachine'
      readonly machineCount: number
      /** As the list of products said it: USD with 18 decimals, and the part paid in DRGV. */
      readonly product: { readonly price: bigint; readonly drgvShareBps: number }
    }
  | {
      readonly kind: 'activateMachine'
      readonly machineIDs: readonly string[] | null
      readonly Period: number
    }
  | { readonly kind: 'withdrawDR'; readonly account: 0 | 1 | 2; readonly amount: bigint }

/** The part of a voucher that does not hold; each has its words in every language. */
export type LieName =
  | 'unreadable'
  | 'types'
  | 'domain'
  | 'contract'
  | 'account'
  | 'digest'
  | 'signer'
  | 'header'
  | 'request'
  | 'amounts'
  | 'price'
  | 'told'

export interface Lie {
  readonly name: LieName
  readonly expected: string
  readonly told: string
}

interface Input {
  readonly voucher: Voucher
  readonly asked: Asked | null
  readonly account: Address
  readonly config: Config
  /** `signer()` of the contract, read from the chain. */
  readonly signer: Address
}

const json = (value: unknown): string =>
  JSON.stringify(value, (_, part: unknown) => (typeof part === 'bigint' ? part.toString() : part))

const expectEqual = (name: LieName, expected: unknown, told: unknown): Lie[] =>
  json(expected) === json(told) ? [] : [{ name, expected: json(expected), told: json(told) }]

const lower = (address: string): string => address.toLowerCase()

const KINDS = {
  BuyMachine: 'buy-machine',
  ActivateMachine: 'activate-machine',
  WithdrawDR: 'withdraw-dr',
} as const

/** The contract a voucher of this type may be for; nothing the server says decides it. */
function contractOf({ config, voucher, asked }: Input): readonly string[] {
  if (voucher.typedData.primaryType !== 'WithdrawDR') return [config.contracts.DigitalRights]
  const vaults = config.contracts.withdrawalVaults
  return asked?.kind === 'withdrawDR' ? [vaults[asked.account] ?? ''] : vaults
}

function checkDomain(input: Input): Lie[] {
  const { voucher, config } = input
  const { domain, primaryType, types } = voucher.typedData
  const contracts = contractOf(input).map(lower)
  const contract = contracts.find((address) => address === lower(voucher.contract)) ?? contracts[0] ?? ''
  return [
    ...expectEqual('types', { [primaryType]: VOUCHER_TYPES[primaryType] }, withoutDomainType(types)),
    ...expectEqual('domain', domainOf(primaryType, config.chain.chainId), {
      name: domain.name,
      version: domain.version,
      chainId: domain.chainId,
    }),
    ...expectEqual(
      'contract',
      [contract, contract],
      [lower(voucher.contract), lower(domain.verifyingContract)],
    ),
    ...expectEqual('header', KINDS[primaryType], voucher.kind),
  ]
}

const domainOf = (primaryType: keyof typeof VOUCHER_DOMAIN_NAME, chainId: number) => ({
  name: VOUCHER_DOMAIN_NAME[primaryType],
  version: '1',
  chainId,
})

/** Wallets want `EIP712Domain` among the types; it changes nothing that is signed. */
const withoutDomainType = (types: Voucher['typedData']['types']) =>
  Object.fromEntries(Object.entries(types).filter(([name]) => name !== 'EIP712Domain'))

/** The digest from the very fields on screen, by our own types and domain. */
export function voucherDigest(voucher: Voucher, message: VoucherMessage): Hex {
  const { primaryType, domain } = voucher.typedData
  return hashTypedData({
    domain: { ...domain, verifyingContract: domain.verifyingContract as Address },
    primaryType,
    types: VOUCHER_TYPES,
    message,
  } as unknown as Parameters<typeof hashTypedData>[0])
}

async function checkSignature({ voucher, signer }: Input, message: VoucherMessage): Promise<Lie[]> {
  const digest = voucherDigest(voucher, message)
  const recovered = await recoverAddress({ hash: digest, signature: voucher.signature as Hex }).catch(
    () => 'unreadable',
  )
  return [
    ...expectEqual('digest', digest, voucher.digest),
    ...expectEqual('signer', lower(signer), lower(recovered)),
  ]
}

/** Whether the signed amounts are what the user asked for, at the prices shown and the fees written down. */
function checkRequest({ asked, config, voucher }: Input, message: VoucherMessage): Lie[] {
  if (message.primaryType === 'WithdrawDR') return checkWithdrawal(asked, config, voucher, message)
  const told = voucher.prices.DRGV?.price ?? null
  const price = expectEqual('price', message.DRGVPrice, told)
  if (message.primaryType === 'ActivateMachine') {
    const machines = message.machineIDs.length
    const fee = electricityFee({ machines, periods: Number(message.Period) })
    return [...price, ...expectEqual('amounts', fee, message.DRGVAmount), ...checkActivation(asked, message)]
  }
  if (asked === null) return price
  if (asked.kind !== 'buyMachine') return expectEqual('request', asked.kind, message.primaryType)
  const machineCount = Math.min(asked.machineCount, MACHINE_BATCH_MAX)
  const cost = machineCost({ ...asked.product, machineCount, drgvPrice: message.DRGVPrice })
  return [
    ...price,
    ...expectEqual('request', machineCount, Number(message.machineCount)),
    ...expectEqual('amounts', [cost.usdtAmount, cost.drgvAmount], [message.usdtAmount, message.DRGVAmount]),
  ]
}

function checkActivation(
  asked: Asked | null,
  message: VoucherMessage & { primaryType: 'ActivateMachine' },
): Lie[] {
  if (asked === null) return []
  if (asked.kind !== 'activateMachine') return expectEqual('request', asked.kind, message.primaryType)
  const period = expectEqual('request', asked.Period, Number(message.Period))
  if (asked.machineIDs === null) return period
  // An order of many is split: then its machines are a part of those asked for, none twice, as the contract demands.
  const wanted = new Set(asked.machineIDs)
  const strangers = message.machineIDs.map(String).filter((id) => !wanted.has(id))
  const count = Math.min(wanted.size, MACHINE_BATCH_MAX)
  return [
    ...period,
    ...expectEqual('request', [], strangers),
    ...expectEqual('request', count, new Set(message.machineIDs).size),
  ]
}

function checkWithdrawal(
  asked: Asked | null,
  config: Config,
  voucher: Voucher,
  message: VoucherMessage & { primaryType: 'WithdrawDR' },
): Lie[] {
  const burn = (message.amount * BigInt(config.parameters.withdrawalBurnBps)) / BPS
  const amount = asked === null ? message.amount : asked.kind === 'withdrawDR' ? asked.amount : null
  return [
    ...expectEqual('request', amount, message.amount),
    ...expectEqual('amounts', burn, message.burnAmount),
    ...expectEqual('header', orderIdToUint(voucher.orderId), message.orderId),
  ]
}

/** What the answer says in words must be what is signed. */
function checkTold({ voucher }: Input, message: VoucherMessage): Lie[] {
  const sum = (token: string): bigint =>
    voucher.outgoing
      .filter((row) => row.token === token)
      .reduce((total, { amount }) => total + BigInt(amount), 0n)
  switch (message.primaryType) {
    case 'BuyMachine': {
      const count = voucher.incoming.reduce(
        (total, row) => total + (row.kind === 'machines' ? row.count : 0),
        0,
      )
      return [
        ...expectEqual('told', [message.usdtAmount, message.DRGVAmount], [sum('USDT'), sum('DRGV')]),
        ...expectEqual('told', Number(message.machineCount), count),
      ]
    }
    case 'ActivateMachine': {
      const ids = voucher.incoming.flatMap((row) =>
        row.kind === 'electricity' ? row.machines.map(({ machineId }) => machineId) : [],
      )
      return [
        ...expectEqual('told', [0n, message.DRGVAmount], [sum('USDT'), sum('DRGV')]),
        ...expectEqual('told', message.machineIDs.map(String), ids),
      ]
    }
    case 'WithdrawDR': {
      const received = voucher.incoming.reduce(
        (total, row) => total + (row.kind === 'token' ? BigInt(row.amount) : 0n),
        0n,
      )
      return expectEqual('told', message.amount - message.burnAmount, received)
    }
  }
}

/**
 * Everything about a voucher that this device can check alone, before the wallet is asked: its types and domain are
 * ours, its digest is recomputed from the fields on screen, its signer is the contract's on chain, its contract is the
 * configured one, and its amounts are what the user asked for. Empty when all holds; otherwise what was told instead.
 */
export async function verifyVoucher(input: Input): Promise<readonly Lie[]> {
  const { voucher, account } = input
  let message: VoucherMessage
  try {
    message = readVoucherMessage(voucher.typedData)
  } catch (error) {
    return [
      { name: 'unreadable', expected: '', told: error instanceof Error ? error.message : String(error) },
    ]
  }
  return [
    ...checkDomain(input),
    ...expectEqual('account', lower(account), message.account),
    ...expectEqual(
      'header',
      [voucher.nonce, voucher.deadline],
      [String(message.nonce), Number(message.deadline)],
    ),
    ...checkRequest(input, message),
    ...checkTold(input, message),
    ...(await checkSignature(input, message)),
  ]
}
