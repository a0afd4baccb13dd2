/**
 * Writes descriptors/: the display of each call and message in wallets (ERC-7730), without addresses. With
 * `--check` it writes nothing and fails when a file is stale. With `--deployment <record> --to <folder>` it
 * writes them for a deployment (`--site <url>`: shown by wallets). `--schema <file>` validates them by the
 * public schema, in its pinned version only.
 */
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { type DescribedDeployment, describeDeployment } from './descriptors/descriptors.ts'
import { findBreaches } from './descriptors/public-schema.ts'

const TEMPLATES = fileURLToPath(new URL('../descriptors/', import.meta.url))
const { values } = parseArgs({
  options: {
    check: { type: 'boolean', default: false },
    deployment: { type: 'string' },
    site: { type: 'string' },
    to: { type: 'string' },
    schema: { type: 'string' },
  },
})

const readDeployment = (record: string): DescribedDeployment => {
  const { chainId, contracts } = JSON.parse(readFileSync(record, 'utf8')) as DescribedDeployment
  return { chainId, contracts, ...(values.site !== undefined && { url: values.site }) }
}

const listFiles = (folder: string): string[] => readdirSync(folder).filter((name) => name.endsWith('.json'))

const staleFiles = (folder: string, files: ReadonlyMap<string, string>): string[] => {
  const present = listFiles(folder)
  const outdated = [...files].filter(
    ([name, text]) => !present.includes(name) || readFileSync(`${folder}/${name}`, 'utf8') !== text,
  )
  return [...present.filter((name) => !files.has(name)), ...outdated.map(([name]) => name)]
}

const run = (): string[] => {
  const { deployment, schema } = values
  const descriptors = describeDeployment(deployment === undefined ? null : readDeployment(deployment))
  const files = new Map([...descriptors].map(([name, json]) => [name, `${JSON.stringify(json, null, 2)}\n`]))
  if (schema !== undefined) {
    const breaches = findBreaches(readFileSync(schema), descriptors)
    if (breaches.length > 0) return breaches
  }
  const folder = deployment === undefined ? TEMPLATES : values.to
  if (folder === undefined) return ['--to: the folder to write into is missing']
  mkdirSync(folder, { recursive: true })
  const stale = staleFiles(folder, files)
  if (values.check)
    return stale.map((name) => `contracts/descriptors/${name} is stale: npm run descriptors -w @dr/contracts`)
  for (const name of stale) {
    const text = files.get(name)
    if (text === undefined) rmSync(`${folder}/${name}`)
    else writeFileSync(`${folder}/${name}`, text)
  }
  return []
}

const problems = run()
for (const problem of problems) console.error(problem)
if (problems.length > 0) process.exitCode = 1
