/**
 * `npm run sign-release -- FOLDER --key-file FILE`: signs the built app in FOLDER with a release key, and adds
 * the signature to its `SHA256SUMS.sig`. Each holder of a key builds the same commit and signs the own build.
 */
import { appendFile, readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { APP_VERSION as VERSION } from '@dr/protocol/constants'
import { ReleaseError, releaseMessage, SIGNATURES_FILE, SUMS_FILE } from '@dr/protocol/release/release'
import { runProgram } from '@dr/server/platform/programs/run-program'
import { privateKeyToAccount } from 'viem/accounts'
import { readKeyFile } from '../dev/deployment/read-key-file.ts'
import { SetupError } from '../dev/settings.ts'
import { sha256, sumsOf } from './sums.ts'

await runProgram(
  async () => {
    const { positionals, values } = parseArgs({
      allowPositionals: true,
      options: { 'key-file': { type: 'string' } },
    })
    const [given] = positionals
    const keyFile = values['key-file']
    if (given === undefined || keyFile === undefined)
      throw new ReleaseError('usage: npm run sign-release -- FOLDER --key-file FILE')
    const folder = resolve(given)
    const sums = await readFile(join(folder, SUMS_FILE), 'utf8')
    if (sums !== (await sumsOf(folder))) throw new ReleaseError(`${folder} is not what its ${SUMS_FILE} says`)
    const account = privateKeyToAccount(readKeyFile(keyFile))
    const signature = await account.signMessage({ message: releaseMessage(VERSION, sha256(sums)) })
    await appendFile(join(folder, SIGNATURES_FILE), `${signature}\n`)
    process.stdout.write(`release ${VERSION} signed by ${account.address}\n`)
  },
  ReleaseError,
  SetupError,
)
