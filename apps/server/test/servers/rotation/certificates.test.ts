/**
 * Rotation of the signing process's certificates by docs/operations.md, of the same authority and of another.
 * With `FULL=1`.
 */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { chmod, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describeOnPostgres } from '@dr/test-kit'
import type { Hex } from 'viem'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { type Chain, startChain } from '../../app/test-app.ts'
import { equip } from '../scene.ts'
import { prepareSigner, removeFolder, startSignerProcess } from '../signer-process.ts'
import { alice, FEATURE_OFF, openProduct, PATIENCE } from './open-product.ts'
import { readBlocks } from './operations-document.ts'

const FULL = process.env.FULL === '1'

describeOnPostgres('certificates of the signing process are rotated', () => {
  let chain: Chain
  beforeAll(async () => {
    if (!FULL) return
    chain = await startChain()
    await chain.anvil.client.setIntervalMining({ interval: 1 })
    await equip(chain, alice)
  })
  afterAll(() => chain?.anvil.stop())

  test.runIf(FULL)('of the same authority, each side by itself; of another, both', async () => {
    const tls = mkdtempSync(join(tmpdir(), 'dr-tls-'))
    onTestFinished(() => rmSync(tls, { recursive: true }))
    const certificates = readBlocks().find(
      ({ heading, script }) => heading === 'The signing process' && script.includes('openssl'),
    )
    const at = (name: string) => join(tls, name)
    /** Creates certificates by the document's commands, once for the server and once for the client. */
    const make = async (signer: 'authority' | 'signer' | 'api') => {
      const lines = String(certificates?.script)
        .split('\n')
        .map((line) => line.replace('DNS:signer.internal', 'IP:127.0.0.1'))
      const [authority = '', ...rest] = lines
      const script = signer === 'authority' ? authority : rest.join('\n')
      const mine =
        signer === 'api'
          ? script
              .replaceAll(/\bsigner\b(?=\.(?:ext|key|csr|pem))/g, 'api')
              .replace('serverAuth', 'clientAuth')
          : script
      execFileSync('bash', ['--norc', '-ec', mine], { cwd: tls, stdio: 'pipe' })
      if (signer !== 'authority') await chmod(at(`${signer}.key`), 0o600)
    }
    for (const one of ['authority', 'signer', 'api'] as const) await make(one)

    const { settings, secret, quote, restartApis } = await openProduct(chain)
    const deployment = JSON.parse(
      await readFile(join(settings.DATA_DIR as string, 'deployment.json'), 'utf8'),
    ) as object
    const key = (await readFile(secret('signer'), 'utf8')) as Hex
    const folder = await prepareSigner({ signer: key }, { chainId: 31_337, deployment })
    onTestFinished(() => removeFolder(folder))
    const environment: Record<string, string> = {
      ...folder.environment,
      SIGNER_LISTEN: 'https://127.0.0.1:0',
      SIGNER_TLS_CERT: at('signer.pem'),
      SIGNER_TLS_KEY: at('signer.key'),
      SIGNER_TLS_CA: at('ca.pem'),
    }
    let signer = await startSignerProcess(environment)
    environment.SIGNER_LISTEN = `https://127.0.0.1:${signer.port}`
    await rm(secret('signer'))
    Object.assign(settings, {
      SIGNER_URL: environment.SIGNER_LISTEN,
      SIGNER_TLS_CERT: at('api.pem'),
      SIGNER_TLS_KEY: at('api.key'),
      SIGNER_TLS_CA: at('ca.pem'),
    })
    await restartApis()
    const isSigned = () => vi.waitFor(async () => expect((await quote()).code).toBe(0), PATIENCE)
    const restartSigner = async () => {
      expect(await signer.stop()).toBe(0)
      signer = await startSignerProcess(environment)
    }
    await isSigned()
    // New ones of the same authority: each side separately.
    await make('signer')
    await restartSigner()
    await isSigned()
    await make('api')
    await restartApis()
    await isSigned()
    // Another authority: an API gets vouchers only after it has its certificate.
    for (const one of ['authority', 'signer', 'api'] as const) await make(one)
    await restartSigner()
    await vi.waitFor(async () => {
      expect(await quote()).toMatchObject({ code: FEATURE_OFF, data: { reason: 'signer-unavailable' } })
    }, PATIENCE)
    await restartApis()
    await isSigned()
  })
})
