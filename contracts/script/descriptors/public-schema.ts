/**
 * Validates descriptors by the public JSON schema of ERC-7730, in exactly the published file: another
 * version, or a changed copy, is refused.
 */
import { createHash } from 'node:crypto'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { getAddress, isAddress } from 'viem'

/** `assets/eip-7730/erc7730-v2.schema.json` of ethereum/ERCs, version 2.0.0; CC0-1.0. */
const PUBLIC_SCHEMA_SHA256 = '999c1e7366d58cb10d207a7396331e990a0d9f40f0b8b269c6bab4df78682dc1'

/** Violations of the schema in `descriptors`, each with its file and path. */
export const findBreaches = (schema: Uint8Array, descriptors: ReadonlyMap<string, unknown>): string[] => {
  const sha256 = createHash('sha256').update(schema).digest('hex')
  if (sha256 !== PUBLIC_SCHEMA_SHA256) return [`the schema is another one: ${sha256}`]
  // The schema has its own keywords beside the standard's (`version`, `$context`, …).
  const ajv = new Ajv2020({ strict: false, allErrors: true })
  addFormats.default(ajv)
  ajv.addFormat('eip55', { type: 'string', validate: (text) => isAddress(text) && getAddress(text) === text })
  ajv.addFormat('eip155', { type: 'number', validate: (id) => Number.isSafeInteger(id) && id > 0 })
  const validate = ajv.compile(JSON.parse(Buffer.from(schema).toString('utf8')) as object)
  return [...descriptors].flatMap(([file, descriptor]) =>
    validate(descriptor)
      ? []
      : (validate.errors ?? []).map(({ instancePath, message }) => `${file}${instancePath}: ${message}`),
  )
}
