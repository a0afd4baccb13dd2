import { digitalRightsAbi } from '@dr/contracts/abi/digital-rights'
import type { Logger } from 'pino'
import { Gauge, type Registry } from 'prom-client'
import type { Address, PublicClient } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import type { Contracts, ServerConfig } from '../../platform/config/config.ts'

const CHECK_EVERY_MS = 60_000

const contractsOf = ({ DigitalRights, Exchange, withdrawalVaults }: Contracts): [string, Address][] => [
  ['DigitalRights', DigitalRights],
  ['Exchange', Exchange],
  ...withdrawalVaults.map((vault, account): [string, Address] => [`WithdrawalVault ${account}`, vault]),
]

/**
 * Whether each contract that takes vouchers names a key of this API as its signer: at the start, and every
 * minute. Where it does not, the API goes on (reads need no signer, and a revoked signer must not take them
 * away); it logs which contract names whom, once, and shows it as `signer_named`. While the chain can't be
 * asked the last answer stands.
 */
export const watchSigners = (
  { contracts, keys: { api } }: Pick<ServerConfig, 'contracts' | 'keys'>,
  { client, logger, registry }: { client: PublicClient; logger: Logger; registry: Registry },
): { stop(): void } => {
  const own = (api?.signers ?? []).map((key) => privateKeyToAccount(key).address)
  const gauge = new Gauge({
    name: 'signer_named',
    help: 'Whether a contract names a key of this API as its signer: 1 or 0; 0 refuses its vouchers (1023)',
    labelNames: ['contract'] as const,
    registers: [registry],
  })
  const named = new Map<string, boolean>()
  const check = async ([contract, address]: [string, Address]): Promise<void> => {
    const signer = await client.readContract({ address, abi: digitalRightsAbi, functionName: 'signer' })
    const isOwn = own.includes(signer)
    gauge.set({ contract }, isOwn ? 1 : 0)
    if (!isOwn && named.get(contract) !== false)
      logger.error({ contract, signer, own }, 'SECRETS_DIR/signer: the contract names another signer')
    named.set(contract, isOwn)
  }
  const checkAll = () => {
    for (const one of contractsOf(contracts))
      check(one).catch((err: unknown) =>
        logger.warn({ err, contract: one[0] }, 'its signer could not be read'),
      )
  }
  checkAll()
  const timer = setInterval(checkAll, CHECK_EVERY_MS)
  return { stop: () => clearInterval(timer) }
}
