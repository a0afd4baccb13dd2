import type { ServerConfig } from '../../../platform/config/config-types.ts'
import { createFileSigner } from './file-signer.ts'
import { createProcessSigner } from './process-signer.ts'
import type { VoucherSigner } from './voucher-signer.ts'

/**
 * Signs by the process of SIGNER_URL, else with the keys of files; without `api`, with no key (`NO_SIGNER`).
 */
export const createSigner = (api: ServerConfig['keys']['api']): VoucherSigner =>
  api?.process ? createProcessSigner(api.process) : createFileSigner(api?.signers ?? [])
