import { describeOnBoth, testWallet } from '@dr/test-kit'
import { expect, test } from 'vitest'
import { seedGenesis } from '../../modules/users/index.ts'
import { FatalError } from '../../platform/errors.ts'
import { type LowerHex, lowerHex } from '../../platform/hex.ts'
import { checkInstallation } from './check-installation.ts'

const lower = (name: string) => lowerHex(testWallet(name).address)
const [first, second] = [lower('first'), lower('second')]
const emission = lower('emission')
const pepperOf = (byte: number) => new Uint8Array(32).fill(byte)

describeOnBoth('what every process on a database shares', ({ openDatabase }) => {
  test('is what the first had: another genesis account or pepper is refused by name, and an indexer has none', async () => {
    const database = await openDatabase()
    const check = (genesisAddress: LowerHex, pepper?: Uint8Array) =>
      checkInstallation(database, { emission, genesisAddress, pepper })
    await check(first)
    await check(first, pepperOf(1))
    await check(first, pepperOf(1))
    await expect(check(second)).rejects.toThrow(FatalError)
    await expect(check(second)).rejects.toThrow(`GENESIS_ADDRESS: this database began with ${first}`)
    await expect(check(first, pepperOf(2))).rejects.toThrow('SECRETS_DIR/payment-pepper')
    await expect(check(second, pepperOf(2))).rejects.not.toThrow(/[0-9a-f]{64}/)
    const { rows } = await database.read.query<{ value: string }>({ text: 'SELECT value FROM installation' })
    for (const { value } of rows)
      expect(value).not.toContain(Buffer.from(pepperOf(1)).toString('hex').slice(0, 16))
    await check(first, pepperOf(1))
  })

  test('of a database from before this was kept, its own genesis account decides', async () => {
    const database = await openDatabase()
    await database.transaction((tx) => seedGenesis(tx, { address: first, at: new Date(0) }))
    const check = (genesisAddress: LowerHex) =>
      checkInstallation(database, { emission, genesisAddress, pepper: undefined })
    await expect(check(second)).rejects.toThrow(`began with ${first}`)
    await check(first)
  })

  test('of two that start at once with two genesis accounts one is refused', async () => {
    const database = await openDatabase()
    const outcomes = await Promise.allSettled(
      [first, second].map((genesisAddress) =>
        checkInstallation(database, { emission, genesisAddress, pepper: undefined }),
      ),
    )
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  })

  test('with the ledger of another deployment the database is refused, and nothing is written', async () => {
    const database = await openDatabase()
    await database.transaction((tx) =>
      tx.query({
        text: 'INSERT INTO emission_start (chain_id, contract, start_time) VALUES ($1, $2, $3)',
        values: [31337, lower('another emission'), 1_800_000_000n],
      }),
    )
    const check = checkInstallation(database, { emission, genesisAddress: first, pepper: undefined })
    await expect(check).rejects.toThrow(`DEPLOYMENT_FILE: this database has the ledger of the deployment`)
    const { rows } = await database.read.query({ text: 'SELECT name FROM installation' })
    expect(rows).toEqual([])
    const itsOwn = { emission: lower('another emission'), genesisAddress: first, pepper: undefined }
    await checkInstallation(database, itsOwn)
  })
})
