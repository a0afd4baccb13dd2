/**
 * `npm run build [-- folder]`: builds the app for production, without faucet and burner wallet, into
 * `apps/web/dist` or the given folder: the server's `SITE_DIR` (docs/operations.md). The folder's content
 * is replaced after the whole build. `WALLETCONNECT=off` leaves WalletConnect's code out (ADR 0053),
 * `RELEASE_KEYS` pins the app to releases that two of these three keys signed (ADR 0074).
 */
import { cp, rename, rm } from 'node:fs/promises'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseReleaseKeys } from '@dr/protocol/release/release'
import { runProgram } from '@dr/server/platform/programs/run-program'
import { buildWeb } from './build/build-web.ts'
import { SetupError } from './settings.ts'

await runProgram(async () => {
  const root = fileURLToPath(new URL('../..', import.meta.url))
  const folder = resolve(process.argv[2] ?? fileURLToPath(new URL('../../apps/web/dist', import.meta.url)))
  const draft = `${folder}.draft-${process.pid}`

  const { directory } = await buildWeb({
    root,
    local: false,
    walletConnect: process.env.WALLETCONNECT !== 'off',
    releaseKeys: parseReleaseKeys(process.env.RELEASE_KEYS),
  })
  try {
    await cp(directory, draft, { recursive: true })
    await rm(folder, { recursive: true, force: true })
    await rename(draft, folder)
  } finally {
    await rm(draft, { recursive: true, force: true })
  }
  process.stdout.write(`SITE_DIR=${folder}\n`)
}, SetupError)
