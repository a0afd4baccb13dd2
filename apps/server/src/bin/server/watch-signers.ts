import { digitalRightsAbi } from '@dr/contracts/abi/digital-rights'
import type { Logger } from 'pino'
import { Gauge, type Registry } from 'prom-client'
import type { PublicClient } from 'viem'
import type { VoucherSigner } from '../../modules/vouchers/index.ts'
import type { Contracts, ServerConfig } from '../../platform/config/config.ts'
import { type LowerHex, lowerHex } from '../../platform/hex.ts'

const CHECK_EVERY_MS = 60_000

const contractsOf = ({ DigitalRights, Exchange, withdrawalVaults }: Contracts): [string, LowerHex][] => [
  ['DigitalRights', DigitalRights],
  ['Exchange', Exchange],
  ...withdrawalVaults.map((vault, account): [string, LowerHex] => [`WithdrawalVault ${account}`, vault]),
]

/**
 * Whether each contract that takes vouchers names a key that signs for this API: at the start, and every
 * minute. Where it does not, the API goes on (reads need no signer, and a revoked signer must not take them
 * away); it logs which contract names whom, once, and shows it as `signer_named`. While the chain or the
 * signing process can't be asked the last answer stands.
 */
export const watchSigners = (
  { contracts }: Pick<ServerConfig, 'contracts'>,
  {
    client,
    addresses,
    logger,
    registry,
  }: {
    client: PublicClient
    /** Of the keys that sign, lower case. */
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
  const named = new Map<string, boolean>()
  const check = async ([contract, address]: [string, LowerHex], own: readonly LowerHex[]): Promise<void> => {
    const signer = await client.readContract({ address, abi: digitalRightsAbi, functionName: 'signer' })
    const isOwn = own.includes(lowerHex(signer))
    gauge.set({ contract }, isOwn ? 1 : 0)
    if (!isOwn && named.get(contract) !== false)
      logger.error({ contract, signer, own }, 'SECRETS_DIR/signer: the contract names another signer')
    named.set(contract, isOwn)
  }
  const checkAll = async () => {
    const own = await addresses().catch((err: unknown) =>
      logger.error({ err }, 'the signer does not answer: vouchers are refused until it does'),
    )
    if (!own) return
    for (const one of contractsOf(contracts))
      check(one, own).catch((err: unknown) =>
        logger.warn({ err, contract: one[0] }, 'its signer could not be read'),
      )
  }
  void checkAll()
  const timer = setInterval(() => void checkAll(), CHECK_EVERY_MS)
  return { stop: () => clearInterval(timer) }
}
