/** The data folder of a server on a test's chain, as after the local set-up. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { configuredContracts } from '@dr/contracts/configured-contracts'
import { fillPgliteDirectory, testWallet } from '@dr/test-kit'
import { generatePrivateKey } from 'viem/accounts'
import { onTestFinished } from 'vitest'
import { attesterKey, type Chain, drawerKey, keeperKey, signerKey } from './chain.ts'

/** Keys and the deployment's record; removed with the test. */
export const prepareData = async (chain: Chain): Promise<string> => {
  const directory = await mkdtemp(join(tmpdir(), 'dr-data-'))
  onTestFinished(() => rm(directory, { recursive: true }))
  await fillData(chain, directory)
  return directory
}

/** Adds a PGlite, as after a first start, for a program that a test runs on it. */
export const prepareDataAndPglite = async (chain: Chain): Promise<string> => {
  const directory = await prepareData(chain)
  await fillPgliteDirectory(join(directory, 'db'))
  return directory
}

/** Writes the keys and the deployment's record into a folder that the caller removes. */
export const fillData = async (chain: Chain, directory: string): Promise<void> => {
  await mkdir(join(directory, 'secrets'), { mode: 0o700 })
  for (const [name, key] of Object.entries({
    keeper: keeperKey,
    signer: signerKey,
    genesis: generatePrivateKey(),
    attester: attesterKey,
    drawer: drawerKey,
  })) {
    await writeFile(join(directory, 'secrets', name), key, { mode: 0o600 })
  }
  const { startBlock } = chain.deployment
  const contracts = configuredContracts(chain.deployment, testWallet('treasury').address)
  await writeFile(join(directory, 'deployment.json'), JSON.stringify({ startBlock, contracts }))
}
