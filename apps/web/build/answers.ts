import { addressSchema } from '@dr/protocol/schemas'
import type { Plugin } from 'vite'
import * as z from 'zod'
import type { AnswerNode, AnswerTable } from '../src/api/check-answer.ts'

const ID = 'virtual:answers'

/**
 * Words about a schema that say nothing of what fits it. Formats but `uri` always come with their pattern.
 */
const SILENT = new Set([
  '$schema',
  '$defs',
  '$id',
  'id',
  'title',
  'description',
  'default',
  'examples',
  'readOnly',
])
const PLAIN = new Set<string>([
  'type',
  'const',
  'enum',
  'pattern',
  'minLength',
  'maxLength',
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'multipleOf',
  'minItems',
  'maxItems',
  'required',
] satisfies (keyof AnswerNode)[])

type Schema = Readonly<Record<string, unknown>>
type Calls = Readonly<Record<string, { readonly response: z.ZodType }>>

/**
 * An address that the schema has lower-cased, which JSON Schema has no word for: the app compares what it is
 * answered as it is.
 */
const LOWER_CASE_ADDRESS = '^0x[0-9a-f]{40}$'

/**
 * The response schemas of the calls as one table. @throws for a word that `check-answer.ts` does not know.
 */
export const answerTable = (calls: Calls): AnswerTable => {
  const nodes: AnswerNode[] = []
  const places = new Map<string, number>()

  const add = (schema: Schema | boolean, defs: Schema): number => {
    const node = typeof schema === 'boolean' ? {} : nodeOf(schema, defs)
    const text = JSON.stringify(node)
    const known = places.get(text)
    if (known !== undefined) return known
    places.set(text, nodes.push(node) - 1)
    return nodes.length - 1
  }

  const nodeOf = (schema: Schema, defs: Schema): AnswerNode => {
    if (typeof schema.$ref === 'string') {
      const name = schema.$ref.replace('#/$defs/', '')
      return nodeOf(defs[name] as Schema, defs)
    }
    const entries = Object.entries(schema).flatMap(([word, value]): [string, unknown][] => {
      if (SILENT.has(word)) return []
      if (PLAIN.has(word)) return [[word, value]]
      const part = (one: unknown): number => add(one as Schema, defs)
      switch (word) {
        case 'anyOf':
        case 'oneOf':
          return [['anyOf', (value as Schema[]).map(part)]]
        case 'allOf':
        case 'prefixItems':
          return [[word, (value as Schema[]).map(part)]]
        case 'format':
          return value === 'uri' ? [[word, value]] : []
        case 'items':
        case 'propertyNames':
          return value === false ? [] : [[word, part(value)]]
        case 'additionalProperties':
          return [[word, value === false ? false : part(value)]]
        case 'properties':
          return [
            [word, Object.fromEntries(Object.entries(value as Schema).map(([key, one]) => [key, part(one)]))],
          ]
        default:
          throw new Error(`answers: the word "${word}" is not known`)
      }
    })
    return Object.fromEntries(entries) as AnswerNode
  }

  const answers = Object.entries(calls).map(([name, { response }]) => {
    const schema = z.toJSONSchema(response, {
      io: 'output',
      reused: 'inline',
      override: ({ zodSchema, jsonSchema }) => {
        if (zodSchema === addressSchema) jsonSchema.pattern = LOWER_CASE_ADDRESS
      },
    }) as Schema
    return [name, add(schema, (schema.$defs ?? {}) as Schema)] as const
  })
  return { nodes, answers: Object.fromEntries(answers) }
}

/** `import { table } from 'virtual:answers'`. */
export const answers = (calls: Calls): Plugin => ({
  name: 'dr-answers',
  resolveId: (id) => (id === ID ? `\0${ID}` : null),
  load: (id) =>
    id === `\0${ID}`
      ? `export const table = JSON.parse(${JSON.stringify(JSON.stringify(answerTable(calls)))})`
      : null,
})
