import { readFileSync, writeFileSync } from 'node:fs'
import { type Address, hashTypedData } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { rootsVectors } from './roots-vectors.ts'
import { CASES, DIGITAL_RIGHTS, EXCHANGE, SIGNER_KEY, TYPES, VAULT } from './vector-cases.ts'

/**
 * Writes packages/protocol/vectors/: values on which contracts and TypeScript must agree, computed here by a
 * third implementation (digests by viem, times and amounts by plain integer arithmetic). With `--check` it
 * writes nothing and fails when a file is stale.
 */
const FOLDER = new URL('../../packages/protocol/vectors/', import.meta.url)

/** The contract of a voucher, as in its domain. */
const verifierOf = (primaryType: string): { name: string; verifyingContract: Address } => {
  if (primaryType.startsWith('Withdraw')) return { name: 'WithdrawalVault', verifyingContract: VAULT }
  if (primaryType === 'SwapToken') return { name: 'Exchange', verifyingContract: EXCHANGE }
  return { name: 'DigitalRights', verifyingContract: DIGITAL_RIGHTS }
}

const typedDataVectors = async () => {
  const signer = privateKeyToAccount(SIGNER_KEY)
  const vectors = CASES.map(async ({ name, primaryType, chainId, message }) => {
    const { name: verifier, verifyingContract } = verifierOf(primaryType)
    const domain = { name: verifier, version: '1', chainId, verifyingContract }
    const typed = { domain, types: TYPES, primaryType, message } as unknown as Parameters<
      typeof hashTypedData
    >[0]
    const type = `${primaryType}(${TYPES[primaryType].map((field) => `${field.type} ${field.name}`).join(',')})`
    const signature = await signer.signTypedData(typed)
    return { name, domain, primaryType, type, message, digest: hashTypedData(typed), signature }
  })
  return { signer: signer.address, vectors: await Promise.all(vectors) }
}

const DAY = 86_400n
const ERA = 1_825n * DAY

/**
 * Base units of DR emitted after `elapsed` seconds: whole eras, from 20,000 DR a day on, each at half the
 * rate, and a part of the last.
 */
const emitted = (elapsed: bigint): bigint => {
  let sum = 0n
  for (let era = 0n; era * ERA < elapsed; era += 1n) {
    const seconds = elapsed < (era + 1n) * ERA ? elapsed - era * ERA : ERA
    const rate = (20_000n * 10n ** 18n) / 2n ** era
    sum += (rate * seconds) / DAY
  }
  return sum
}

const emissionVectors = () => {
  const around = (border: bigint) => [border - 1n, border, border + 1n]
  const elapsed = [0n, 1n, 5n, 59n, 3_600n, DAY - 1n, DAY, DAY + 1n, 7n * DAY + 11n, 365n * DAY]
  elapsed.push(...[1n, 2n, 3n, 4n, 10n, 22n, 23n, 30n, 74n, 75n].flatMap((era) => around(era * ERA)))
  elapsed.push(ERA + ERA / 3n, 5n * ERA + 12_345_677n, 200n * ERA)
  return {
    vectors: elapsed.map((seconds) => ({ elapsed: Number(seconds), emitted: emitted(seconds).toString() })),
  }
}

const paidUntilVectors = () => {
  const HOUR = 3_600
  const noon = 1_799_996_400 // a whole hour
  const cases = [
    { at: noon, previous: 0, periods: 1 },
    { at: noon + 1, previous: 0, periods: 1 },
    { at: noon - 1, previous: 0, periods: 1 },
    { at: noon + HOUR - 1, previous: 0, periods: 3 },
    { at: noon, previous: noon + HOUR, periods: 1 },
    { at: noon, previous: noon - HOUR, periods: 2 },
    { at: noon + 1, previous: noon + HOUR, periods: 1 },
    { at: noon + 1, previous: noon, periods: 1 },
    { at: noon, previous: noon + 30 * 24 * HOUR, periods: 12 },
    { at: noon, previous: noon + 600 * 24 * HOUR, periods: 60 },
  ]
  const vectors = cases.map(({ at, previous, periods }) => {
    const hour = at % HOUR === 0 ? at : at - (at % HOUR) + HOUR
    return {
      at,
      previous,
      periods,
      paidUntil: Math.max(previous, hour) + periods * 30 * 24 * HOUR,
    }
  })
  return { vectors }
}

const files = {
  'typed-data.json': await typedDataVectors(),
  'emission.json': emissionVectors(),
  'paid-until.json': paidUntilVectors(),
  'roots.json': rootsVectors(),
}
for (const [name, content] of Object.entries(files)) {
  const text = `${JSON.stringify(content, null, 2)}\n`
  if (!process.argv.includes('--check')) writeFileSync(new URL(name, FOLDER), text)
  else if (readFileSync(new URL(name, FOLDER), 'utf8') !== text) {
    console.error(`packages/protocol/vectors/${name} is stale: run "npm run vectors -w @dr/contracts"`)
    process.exitCode = 1
  }
}
