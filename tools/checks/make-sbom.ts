/**
 * Bill of materials of production, CycloneDX 1.6, from the lock file, so it is the same on every machine.
 * (`npm sbom --omit dev` also omits packages that development needs too, such as fastify.)
 */
import { Enums, Models, Serialize, Spec } from '@cyclonedx/cyclonedx-library'
import { isOurs, type LockFile, nameOf, productionPackages } from './lock-file.ts'

const SHA512 = /^sha512-(.+)$/

/** https://github.com/package-url/purl-spec: the scope's `@` is encoded. */
const purlOf = (name: string, version: string): string =>
  `pkg:npm/${name.replace(/^@/, '%40')}@${encodeURIComponent(version)}`

/** Licence as stated by the package: an SPDX identifier or expression, or a name of its own. */
const licenceOf = (licence: string): Models.License => {
  if (licence.startsWith('SEE ')) return new Models.NamedLicense(licence)
  return / (AND|OR) /.test(licence) ? new Models.LicenseExpression(licence) : new Models.SpdxLicense(licence)
}

const componentOf = (packages: LockFile, path: string): Models.Component => {
  const { version = '', license, integrity } = packages[path] ?? {}
  const ours = isOurs(path)
  const [scope, name] = (ours ? `@dr/${path.split('/').at(-1)}` : nameOf(path)).split('/') as [
    string,
    string?,
  ]
  const full = name === undefined ? scope : `${scope}/${name}`
  const sha512 = SHA512.exec(integrity ?? '')?.[1]
  return new Models.Component(
    ours ? Enums.ComponentType.Application : Enums.ComponentType.Library,
    name ?? scope,
    {
      bomRef: path,
      version,
      ...(name === undefined ? {} : { group: scope }),
      ...(ours ? {} : { purl: purlOf(full, version) }),
      ...(license === undefined ? {} : { licenses: new Models.LicenseRepository([licenceOf(license)]) }),
      ...(sha512 === undefined
        ? {}
        : {
            hashes: new Models.HashDictionary([
              [Enums.HashAlgorithm['SHA-512'], Buffer.from(sha512, 'base64').toString('hex')],
            ]),
          }),
    },
  )
}

/** Returns JSON without time and serial number, so that it only depends on the lock file. */
export const makeSbom = (packages: LockFile): string => {
  const needs = productionPackages(packages)
  const components = new Map([...needs.keys()].map((path) => [path, componentOf(packages, path)]))
  for (const [path, needed] of needs) {
    for (const one of needed) {
      const component = components.get(one)
      if (component) components.get(path)?.dependencies.add(component.bomRef)
    }
  }
  const bom = new Models.Bom()
  bom.metadata.component = new Models.Component(Enums.ComponentType.Application, 'digital-rights', {
    bomRef: 'digital-rights',
    version: packages['']?.version ?? '',
  })
  for (const component of components.values()) bom.components.add(component)
  return new Serialize.JsonSerializer(new Serialize.JSON.Normalize.Factory(Spec.Spec1dot6)).serialize(bom, {
    sortLists: true,
    space: 2,
  })
}
