/**
 * `npm run verify-site -- URL [--signer ADDRESS]… [--rpc URL --registry ADDRESS] [--local]`: builds this source (a
 * checkout of the release's tag) and compares the site at URL with it, file by file; with `--signer` for each of the
 * three release keys, or `RELEASE_KEYS`, which are built into the app, at least two must have signed it; with `--rpc`
 * it must be the newest release on chain. `--local`: the build of `npm start`. `WALLETCONNECT=off` as for `npm run build`. Exits with 0 if the site is that release, else with 1.
 */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { APP_VERSION as VERSION } from '@dr/protocol/constants'
import { parseReleaseKeys, ReleaseError, SUMS_FILE } from '@dr/protocol/release/release'
import { runProgram } from '@dr/server/platform/programs/run-program'
import { type Address, createPublicClient, getAddress, http } from 'viem'
import { buildWeb } from '../dev/build/build-web.ts'
import { SetupError } from '../dev/settings.ts'
import { checkPosted } from './posted-release.ts'
import { sha256 } from './sums.ts'
import { parseSigners, verifySite } from './verify-site.ts'

/** Limits of the comparison, printed with each result. */
const UNSEEN = [
  'what the site serves to another visitor, or at another time',
  'headers, and what the API and its endpoints answer',
]

const USAGE = 'usage: npm run verify-site -- URL [--signer ADDRESS]… [--rpc URL --registry ADDRESS] [--local]'

const print = (line: string): void => void process.stdout.write(`${line}\n`)

await runProgram(
  async () => {
    const { positionals, values } = parseArgs({
      allowPositionals: true,
      options: {
        signer: { type: 'string', multiple: true },
        rpc: { type: 'string' },
        registry: { type: 'string' },
        local: { type: 'boolean' },
      },
    })
    const [url] = positionals
    const { rpc, registry } = values
    if (url === undefined || !URL.canParse(url) || (rpc === undefined) !== (registry === undefined))
      throw new ReleaseError(USAGE)
    const at = registry === undefined ? null : getAddress(registry)
    const signers = parseSigners(values.signer ?? [...parseReleaseKeys(process.env.RELEASE_KEYS)])
    const { directory } = await buildWeb({
      root: fileURLToPath(new URL('../..', import.meta.url)),
      local: values.local === true,
      walletConnect: process.env.WALLETCONNECT !== 'off',
      releaseKeys: parseReleaseKeys(signers.join()),
    })
    const sums = await readFile(join(directory, SUMS_FILE), 'utf8')
    print(`release ${VERSION}, SHA-256 of ${SUMS_FILE}: ${sha256(sums)}`)
    const posted = (registry: Address) =>
      checkPosted(createPublicClient({ transport: http(rpc) }), { registry, sums })
    const faults = [
      ...(await verifySite({ url, release: { version: VERSION, sums }, signers })),
      ...(at === null ? [] : await posted(at)),
    ]
    for (const fault of faults) print(`DIFFERS ${fault}`)
    if (faults.length === 0) print(`ok      ${url} is this release`)
    if (signers.length === 0) print('no keys were named: signatures were not checked')
    if (at === null) print('no --rpc and --registry were named: the chain was not asked')
    print('not seen:')
    for (const line of UNSEEN) print(`  ${line}`)
    process.exitCode = faults.length === 0 ? 0 : 1
  },
  ReleaseError,
  SetupError,
  TypeError,
)
