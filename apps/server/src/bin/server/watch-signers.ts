import { digitalRightsAbi } from '@dr/contracts/abi/digital-rights'
import type { Logger } from 'pino'
import { Gauge, type Registry } from 'prom-client'
import type { PublicClient } from 'viem'
import type { VoucherSigner } from '../../modules/vouchers/index.ts'
import type { ContractAddresses } from '../../platform/chain/contract-addresses.ts'
import type { ServerConfig } from '../../platform/config/config.ts'
import { type LowerHex, lowerHex } from '../../platform/hex.ts'

const CHECK_EVERY_MS = 60_000

const contractsOf = ({
  DigitalRights,
  Exchange,
  withdrawalVaults,
}: ContractAddresses): [string, LowerHex][] => [
  ['DigitalRights', DigitalRights],
  ['Exchange', Exchange],
  ...withdrawalVaults.map((vault, account): [string, LowerHex] => [`WithdrawalVault ${account}`, vault]),
]

/**
 * Watches, from the start and every minute, whether each contract with vouchers accepts a key that signs for
 * this API. If not, the API continues (reads need no signer, and a revoked signer must not stop them); it
 * logs the contracts with their signers when these change, and sets `signer_named`. While the chain or the
 * signing process cannot be asked the last result remains.
 */
export const watchSigners = (
  { contracts, keys }: Pick<ServerConfig, 'contracts' | 'keys'>,
  {
    client,
    addresses,
    logger,
    registry,
  }: {
    client: Pick<PublicClient, 'readContract'>
    /** Addresses of the signing keys, lower case. */
    addresses: VoucherSigner['addresses']
    logger: Logger
    registry: Registry
  },
): { stop(): void } => {
  const gauge = new Gauge({
    name: 'signer_named',
    help: 'Whether a contract names a key of this API as its signer: 1 or 0; 0 refuses its vouchers (1023)',
    labelNames: ['contract'] as const,
    registers: [registry],
  })
  /** The setting that determines the keys. */
  const setting = keys.api?.process ? 'SIGNER_URL' : 'SECRETS_DIR/signer'
  /** Foreign signers, by contract. */
  const others = new Map<string, string>()
  let logged = new Set<string>()
  const check = async ([contract, address]: [string, LowerHex], own: readonly LowerHex[]): Promise<void> => {
    const signer = await client.readContract({ address, abi: digitalRightsAbi, functionName: 'signer' })
    const isOwn = own.includes(lowerHex(signer))
    gauge.set({ contract }, isOwn ? 1 : 0)
    if (isOwn) others.delete(contract)
    else others.set(contract, signer)
  }
  const checkAll = async () => {
    const own = await addresses().catch((err: unknown) =>
      logger.error({ err }, 'the signer does not answer: vouchers are refused until it does'),
    )
    if (!own) return
    const all = contractsOf(contracts)
    const results = await Promise.allSettled(all.map((one) => check(one, own)))
    const failed = results.flatMap((result, index) =>
      result.status === 'rejected' ? [{ contract: all[index]?.[0], err: result.reason as unknown }] : [],
    )
    if ([...others.keys()].some((contract) => !logged.has(contract)))
      logger.error(
        { contracts: Object.fromEntries(others), own },
        `${setting}: contracts name another signer`,
      )
    logged = new Set(others.keys())
    if (failed.length > 0)
      logger.warn(
        { err: failed[0]?.err, contracts: failed.map(({ contract }) => contract) },
        'their signers could not be read',
      )
  }
  void checkAll()
  const timer = setInterval(() => void checkAll(), CHECK_EVERY_MS)
  return { stop: () => clearInterval(timer) }
}
