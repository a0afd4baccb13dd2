/**
 * Generates Valibot schemas of the answers from the protocol's zod schemas at build time. Compressed they
 * take 9 kB, zod and the definitions 42 kB (ADR 0072). Unknown fields are dropped, so that an open tab
 * works with a newer server; a missing or invalid field throws.
 */
import { addressSchema } from '@dr/protocol/schemas'
import type { Plugin } from 'vite'
import * as z from 'zod'

const ID = 'virtual:answers'

type Schema = Readonly<Record<string, unknown>>
type Calls = Readonly<Record<string, { readonly response: z.ZodType }>>
type Endpoints = Readonly<Record<string, { readonly method: string; readonly path: string }>>

/** Keywords of JSON Schema that do not restrict a value. Formats except `uri` always come with a pattern. */
const SILENT = ['$schema', '$defs', '$id', 'id', 'title', 'description', 'default', 'examples', 'readOnly']

/** Valibot's action for each keyword, by the type of value. */
const ACTIONS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  string: { minLength: 'minLength', maxLength: 'maxLength', pattern: 'regex', format: 'check' },
  number: {
    minimum: 'minValue',
    maximum: 'maxValue',
    exclusiveMinimum: 'gtValue',
    exclusiveMaximum: 'ltValue',
    multipleOf: 'multipleOf',
  },
  array: { minItems: 'minLength', maxItems: 'maxLength' },
}
const STRUCTURE = ['type', 'const', 'enum', 'anyOf', 'oneOf', 'items', 'prefixItems', 'properties']
const OBJECT = ['required', 'additionalProperties', 'propertyNames']
const KNOWN = new Set([
  ...[...SILENT, ...STRUCTURE, ...OBJECT, '$ref'],
  ...Object.values(ACTIONS).flatMap((words) => Object.keys(words)),
])

/**
 * Pattern of a lower-cased address. JSON Schema cannot express the conversion, and the app compares answers
 * unchanged.
 */
const LOWER_CASE_ADDRESS = '^0x[0-9a-f]{40}$'

export const jsonSchemaOf = (response: z.ZodType): Schema =>
  z.toJSONSchema(response, {
    io: 'output',
    reused: 'inline',
    override: ({ zodSchema, jsonSchema }) => {
      if (zodSchema === addressSchema) jsonSchema.pattern = LOWER_CASE_ADDRESS
    },
  }) as Schema

const piped = (start: string, actions: readonly string[]): string =>
  actions.length === 0 ? start : `v.pipe(${[start, ...actions].join(',')})`

const actionsOf = (type: string, schema: Schema): string[] =>
  Object.entries(ACTIONS[type] ?? {}).flatMap(([word, action]) => {
    const value = schema[word]
    if (value === undefined || Math.abs(Number(value)) === Number.MAX_SAFE_INTEGER) return []
    if (word === 'format') return value === 'uri' ? ['v.check(isUrl)'] : []
    return [`v.${action}(${word === 'pattern' ? new RegExp(String(value), 'u') : JSON.stringify(value)})`]
  })

/**
 * Returns code that declares `answers`, a Valibot schema by call name; `v` is Valibot. Equal schemas are
 * declared once. @throws for an unknown keyword of JSON Schema.
 */
export const answerCode = (calls: Calls): string => {
  const names = new Map<string, string>()
  const named = (code: string): string => {
    const name = names.get(code) ?? `a${names.size}`
    names.set(code, name)
    return name
  }

  const codeOf = (schema: Schema | boolean, defs: Schema): string => {
    if (typeof schema === 'boolean') return 'v.unknown()'
    const unknown = Object.keys(schema).find((word) => !KNOWN.has(word))
    if (unknown !== undefined) throw new Error(`answers: the word "${unknown}" is not known`)
    if (typeof schema.$ref === 'string')
      return codeOf(defs[schema.$ref.replace('#/$defs/', '')] as Schema, defs)
    const part = (one: unknown): string => named(codeOf(one as Schema, defs))
    const union = (parts: readonly unknown[]): string => `v.union([${parts.map(part).join(',')}])`
    if (schema.const === null) return 'v.null_()'
    if ('const' in schema) return `v.literal(${JSON.stringify(schema.const)})`
    if (schema.enum) return `v.picklist(${JSON.stringify(schema.enum)})`
    const choices = (schema.anyOf ?? schema.oneOf) as Schema[] | undefined
    if (choices) return union(choices)
    if (Array.isArray(schema.type)) return union(schema.type.map((type: unknown) => ({ ...schema, type })))
    switch (schema.type) {
      case 'array':
        return piped(arrayOf(schema, part), actionsOf('array', schema))
      case 'object':
        return objectOf(schema, part)
      case 'integer':
        return piped('v.number()', ['v.safeInteger()', ...actionsOf('number', schema)])
      case 'number':
        return piped('v.number()', ['v.finite()', ...actionsOf('number', schema)])
      case 'string':
        return piped('v.string()', actionsOf('string', schema))
      case 'null':
        return 'v.null_()'
      default:
        return schema.type === undefined ? 'v.unknown()' : `v.${schema.type}()`
    }
  }

  const answers = Object.entries(calls).map(([name, { response }]) => {
    const schema = jsonSchemaOf(response)
    return `${name}:${named(codeOf(schema, (schema.$defs ?? {}) as Schema))}`
  })
  // Valibot's own check uses `URL.canParse`, which some browsers of the baseline lack.
  const isUrl = 'const isUrl=x=>{try{return Boolean(new URL(x))}catch{return false}};'
  const declared = [...names].map(([code, name]) => `const ${name}=${code};`)
  return `${isUrl}\n${declared.join('\n')}\nconst answers={${answers.join(',')}};`
}

type Part = (schema: unknown) => string

const arrayOf = ({ items, prefixItems }: Schema, part: Part): string =>
  Array.isArray(prefixItems)
    ? `v.strictTuple([${prefixItems.map(part).join(',')}])`
    : `v.array(${items === undefined ? 'v.unknown()' : part(items)})`

/** A record with listed keys becomes an object with these properties, so that other keys are dropped. */
const objectOf = (schema: Schema, part: Part): string => {
  const { properties, propertyNames, additionalProperties, required = [] } = schema
  const keys = (propertyNames as Schema | undefined)?.enum as readonly string[] | undefined
  const entries = keys
    ? keys.map((key) => [key, additionalProperties] as const)
    : Object.entries((properties ?? {}) as Schema)
  if (entries.length === 0 && typeof additionalProperties === 'object')
    return noArray(
      `v.record(${propertyNames ? part(propertyNames) : 'v.string()'},${part(additionalProperties)})`,
    )
  const listed = entries.map(([key, value]) => {
    const code = part(value)
    const isRequired = (required as readonly string[]).includes(key)
    return `${JSON.stringify(key)}:${isRequired ? code : `v.optional(${code})`}`
  })
  const object = `v.object({${listed.join(',')}})`
  return (required as readonly string[]).length === 0 ? noArray(object) : object
}

/** Refuses arrays, which Valibot accepts as objects without entries. */
const noArray = (object: string): string => `v.pipe(v.unknown(),v.check(x=>!Array.isArray(x)),${object})`

/** `import { answers } from 'virtual:answers'`. */
export const answers = (calls: Calls): Plugin => ({
  name: 'dr-answers',
  resolveId: (id) => (id === ID ? `\0${ID}` : null),
  load: (id) =>
    id === `\0${ID}` ? `import * as v from 'valibot'\n${answerCode(calls)}\nexport { answers }` : null,
})

/** Replaces src/api/call-table.ts by a table of methods and paths, without the definitions. */
export const endpoints = (calls: Endpoints): Plugin => ({
  name: 'dr-endpoints',
  apply: 'build',
  enforce: 'pre',
  load: {
    filter: { id: /\/src\/api\/call-table\.ts$/ },
    handler: () => {
      const table = Object.entries(calls).map(([name, { method, path }]) => [name, `${method} ${path}`])
      return `export const ENDPOINTS = ${JSON.stringify(Object.fromEntries(table))}`
    },
  },
})
