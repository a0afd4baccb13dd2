/**
 * The signing process: holds the keys that sign vouchers, on a separate host, and signs by its own rules (ADR
 * 0050). It reads no database and no chain. `node apps/server/src/bin/signer.ts`
 */
import { readSignerConfig } from '../modules/vouchers/signing-process/read-signer-config.ts'
import { startSigner } from '../modules/vouchers/signing-process/start-signer.ts'
import { runUntilStopped } from './server/run-until-stopped.ts'

await runUntilStopped(() => startSigner(readSignerConfig(process.env)))
