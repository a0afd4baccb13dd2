import { Spec, Validation } from '@cyclonedx/cyclonedx-library'
import { expect, test } from 'vitest'
import { productionPackages, readLockFile } from './lock-file.ts'
import { makeSbom } from './make-sbom.ts'

const packages = readLockFile()
const text = makeSbom(packages)
const sbom = JSON.parse(text) as {
  components: {
    name: string
    group?: string
    purl?: string
    version: string
    licenses?: unknown[]
    hashes?: unknown[]
  }[]
  dependencies: { ref: string; dependsOn?: string[] }[]
}

test('the bill of materials is one by the schema of CycloneDX', async () => {
  expect(await new Validation.JsonStrictValidator(Spec.Spec1dot6.version).validate(text)).toBeNull()
})

test('it has every package of production, with version, licence and hash, and what each needs', () => {
  expect(sbom.components).toHaveLength(productionPackages(packages).size)
  const fastify = sbom.components.find(({ name, group }) => name === 'fastify' && group === undefined)
  expect(fastify).toMatchObject({
    purl: `pkg:npm/fastify@${packages['node_modules/fastify']?.version}`,
    licenses: [{ license: { id: 'MIT' } }],
  })
  const bare = sbom.components.filter(({ purl, licenses, hashes }) => purl && !(licenses && hashes))
  expect(bare).toEqual([])
  const server = sbom.dependencies.find(({ ref }) => ref === 'apps/server')
  expect(server?.dependsOn).toContain('node_modules/fastify')
})

test('the same lock file makes the same bill', () => {
  expect(makeSbom(packages)).toBe(text)
})
