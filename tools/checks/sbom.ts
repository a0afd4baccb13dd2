/** `npm run -s sbom`: prints the bill of materials of production, CycloneDX. */
import { readLockFile } from './lock-file.ts'
import { makeSbom } from './make-sbom.ts'

process.stdout.write(`${makeSbom(readLockFile())}\n`)
