/**
 * `npm run post-release -- FOLDER --rpc URL --registry ADDRESS --key-file FILE [--signer ADDRESS]…`: writes the sums of
 * the built app in FOLDER into `ResultRegistry`, with the attester's key. Only what two of the three release keys
 * (`--signer` each, or `RELEASE_KEYS`) signed is sent; what the chain's newest release is already, is not sent again.
 */
import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { resultRegistryAbi } from '@dr/contracts/abi/result-registry'
import { APP_VERSION as VERSION } from '@dr/protocol/constants'
import {
  parseReleaseKeys,
  ReleaseError,
  releaseMessage,
  SIGNATURES_FILE,
  SIGNATURES_NEEDED,
  SUMS_FILE,
  signersOf,
} from '@dr/protocol/release/release'
import { runProgram } from '@dr/server/platform/programs/run-program'
import { createPublicClient, createWalletClient, getAddress, http, recoverMessageAddress } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { readKeyFile } from '../dev/deployment/read-key-file.ts'
import { SetupError } from '../dev/settings.ts'
import { postedSums, readNewestRelease } from './posted-release.ts'
import { sha256, sumsOf } from './sums.ts'
import { parseSigners } from './verify-site.ts'

const USAGE =
  'usage: npm run post-release -- FOLDER --rpc URL --registry ADDRESS --key-file FILE [--signer ADDRESS]…'

/** The folder's sums, where it is what they say and enough keys signed them. */
const signedSums = async (folder: string, signers: ReturnType<typeof parseSigners>): Promise<string> => {
  const sums = await readFile(join(folder, SUMS_FILE), 'utf8')
  if (sums !== (await sumsOf(folder))) throw new ReleaseError(`${folder} is not what its ${SUMS_FILE} says`)
  const signatures = await readFile(join(folder, SIGNATURES_FILE), 'utf8')
  const signed = await signersOf(releaseMessage(VERSION, sha256(sums)), {
    signatures,
    signers,
    recover: recoverMessageAddress,
  })
  if (signed.length >= SIGNATURES_NEEDED) return sums
  throw new ReleaseError(
    `signed by ${signed.length} of ${signers.length} release keys; ${SIGNATURES_NEEDED} are needed`,
  )
}

await runProgram(
  async () => {
    const { positionals, values } = parseArgs({
      allowPositionals: true,
      options: {
        rpc: { type: 'string' },
        registry: { type: 'string' },
        'key-file': { type: 'string' },
        signer: { type: 'string', multiple: true },
      },
    })
    const [folder] = positionals
    const { rpc, registry, 'key-file': keyFile } = values
    if (!folder || !rpc || !registry || !keyFile) throw new ReleaseError(USAGE)
    const address = getAddress(registry)
    const sums = await signedSums(
      resolve(folder),
      parseSigners(values.signer ?? [...parseReleaseKeys(process.env.RELEASE_KEYS)]),
    )
    const client = createPublicClient({ transport: http(rpc) })
    const newest = await readNewestRelease(client, address)
    if (newest?.sums === postedSums(sums)) {
      process.stdout.write(`release ${VERSION} is number ${newest.number} on chain already\n`)
      return
    }
    const account = privateKeyToAccount(readKeyFile(keyFile))
    const call = {
      account,
      address,
      abi: resultRegistryAbi,
      functionName: 'postRelease',
      args: [postedSums(sums)],
    } as const
    const attester = await client.readContract({ address, abi: resultRegistryAbi, functionName: 'attester' })
    if (attester !== account.address)
      throw new ReleaseError(`${account.address} is not the registry’s attester, ${attester}`)
    const hash = await createWalletClient({ account, transport: http(rpc) }).writeContract({
      ...call,
      chain: null,
    })
    const { status } = await client.waitForTransactionReceipt({ hash })
    if (status !== 'success') throw new ReleaseError(`transaction ${hash} failed`)
    const posted = await readNewestRelease(client, address)
    process.stdout.write(`release ${VERSION} is number ${posted?.number} on chain: ${hash}\n`)
  },
  ReleaseError,
  SetupError,
  TypeError,
)
