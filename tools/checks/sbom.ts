/** `npm run -s sbom`: the bill of materials of production, CycloneDX, on standard output. */
import { readLockFile } from './lock-file.ts'
import { makeSbom } from './make-sbom.ts'

process.stdout.write(`${makeSbom(readLockFile())}\n`)
