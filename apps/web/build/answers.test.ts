import { CALLS } from '@dr/protocol/calls/index'
import { LOCAL_CALLS } from '@dr/protocol/calls/local'
import { addressSchema } from '@dr/protocol/schemas'
import fc from 'fast-check'
import { parse, safeParse } from 'valibot'
import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { ENDPOINTS } from '../src/api/call-table.ts'
import { answerCode, endpoints, jsonSchemaOf } from './answers.ts'
import { answersOf } from './test-answers.ts'

const calls = { ...CALLS, ...LOCAL_CALLS }
const answers = answersOf(calls)
const names = Object.keys(calls) as (keyof typeof calls)[]
const schemaOf = (name: string) => {
  const schema = answers[name]
  if (schema === undefined) throw new Error(`no answer of ${name}`)
  return schema
}

type Node = z.core.JSONSchema.BaseSchema
const partOf = (node: unknown): fc.Arbitrary<unknown> => fitting(node as Node)

const integers = (node: Node): fc.Arbitrary<number> => {
  const step = node.multipleOf ?? 1
  const min = node.exclusiveMinimum === undefined ? (node.minimum ?? 0) : node.exclusiveMinimum + 1
  const max = Math.min(node.maximum ?? 1e6, node.exclusiveMaximum ?? 1e6, Math.max(min, 0) + 1e6)
  return fc
    .integer({ min: Math.ceil(Math.max(min, -1e6) / step), max: Math.floor(max / step) })
    .map((n) => n * step)
}

const texts = (node: Node): fc.Arbitrary<string> => {
  if (node.format === 'uri') return fc.constant('https://example.com/')
  return node.pattern
    ? fc.stringMatching(new RegExp(node.pattern, 'u'), { maxLength: 80 })
    : fc.string({ minLength: node.minLength ?? 0, maxLength: node.maxLength ?? 20 })
}

const objects = (node: Node): fc.Arbitrary<unknown> => {
  const { properties, propertyNames, additionalProperties: value, required } = node
  if (properties) {
    const shape = Object.fromEntries(Object.entries(properties).map(([key, one]) => [key, partOf(one)]))
    return fc.record(shape, { requiredKeys: [...(required ?? [])] })
  }
  if (value === undefined || value === false) return fc.constant({})
  if (required) return fc.record(Object.fromEntries(required.map((key) => [key, partOf(value)])))
  const keys = propertyNames === undefined ? fc.string() : partOf(propertyNames)
  // zod drops `__proto__` from a record, whatever its value; the app's check refuses an invalid one.
  const recordKeys = (keys as fc.Arbitrary<string>).filter((key) => key !== '__proto__')
  return fc.dictionary(recordKeys, partOf(value), { maxKeys: 2 })
}

/** Values that fit a JSON Schema. */
const fitting = (node: Node): fc.Arbitrary<unknown> => {
  if ('const' in node) return fc.constant(node.const)
  if (node.enum) return fc.constantFrom(...node.enum)
  const choices = node.anyOf ?? node.oneOf
  if (choices) return fc.oneof(...choices.map(partOf))
  if (Array.isArray(node.type)) return fc.oneof(...node.type.map((type: string) => partOf({ ...node, type })))
  switch (node.type) {
    case 'boolean':
      return fc.boolean()
    case 'integer':
      return integers(node)
    case 'number':
      return fc.double({ min: node.minimum ?? 0, max: node.maximum ?? 1e6, noNaN: true })
    case 'string':
      return texts(node)
    case 'array': {
      if (node.prefixItems) return fc.tuple(...node.prefixItems.map(partOf))
      const minLength = node.minItems ?? 0
      return fc.array(partOf(node.items), { minLength, maxLength: Math.max(minLength, 2) })
    }
    case 'object':
      return objects(node)
    default:
      return fc.constant(null)
  }
}

type Path = readonly (string | number)[]
const pathsOf = (value: unknown, path: Path = []): Path[] =>
  typeof value === 'object' && value !== null
    ? [path, ...Object.entries(value).flatMap(([key, inner]) => pathsOf(inner, [...path, key]))]
    : [path]

/** Copy of the value with the part at `path` replaced, removed, or extended by an unknown field. */
const damaged = (value: unknown, path: Path, how: 'replace' | 'remove' | 'add', other: unknown): unknown => {
  const [key, ...rest] = path
  if (key === undefined) {
    if (how === 'add' && typeof value === 'object' && value !== null && !Array.isArray(value))
      return { ...value, strange: other }
    return other
  }
  const copy = structuredClone(value) as Record<string | number, unknown>
  if (rest.length === 0 && how === 'remove') {
    if (Array.isArray(copy)) copy.splice(Number(key), 1)
    else delete copy[key]
    return copy
  }
  copy[key] = damaged(copy[key], rest, how, other)
  return copy
}

const hasBlanks = (value: unknown): boolean =>
  typeof value === 'string'
    ? value !== value.trim()
    : typeof value === 'object' && value !== null && Object.values(value).some(hasBlanks)

/** Copy of the value without the unknown fields that `issues` names. */
const without = (value: unknown, issues: readonly z.core.$ZodIssue[]): unknown => {
  const copy = structuredClone(value)
  for (const issue of issues) {
    if (issue.code !== 'unrecognized_keys') continue
    const holder = issue.path.reduce<unknown>((at, key) => (at as Record<PropertyKey, unknown>)[key], copy)
    for (const key of issue.keys) delete (holder as Record<string, unknown>)[key]
  }
  return copy
}

/** Whether a value is refused only for an unknown field. Unknown record keys have other issues. */
const isUnknownField = ({ code }: z.core.$ZodIssue): boolean => code === 'unrecognized_keys'

type Said = { readonly value: unknown } | 'refused' | 'by code'

/**
 * Expected result by zod, with unknown fields dropped; `by code` if only a rule in code (`refine`) refuses,
 * which JSON Schema cannot express.
 */
const oracle = (schema: z.ZodType, value: unknown): Said => {
  const result = schema.safeParse(value)
  if (result.success) return { value }
  const onlyCustom = (issue: z.core.$ZodIssue): boolean =>
    issue.code === 'custom' ||
    // Code trims a text before its length is checked.
    (issue.code === 'too_small' && issue.origin === 'string' && hasBlanks(value)) ||
    // Code also checks a URL's scheme.
    (issue.code === 'invalid_format' && issue.format === 'url') ||
    (issue.code === 'invalid_union' && issue.errors.some((issues) => issues.every(onlyCustom)))
  const inUnion = (issue: z.core.$ZodIssue): boolean =>
    issue.code === 'invalid_union' &&
    issue.errors.some((issues) =>
      issues.every((one) => isUnknownField(one) || inUnion(one) || onlyCustom(one)),
    )
  const { issues } = result.error
  if (issues.every(isUnknownField)) return { value: without(value, issues) }
  return issues.every((one) => isUnknownField(one) || onlyCustom(one) || inUnion(one)) ? 'by code' : 'refused'
}

describe('the schemas of answers', () => {
  it('are there for every call', () => {
    expect(Object.keys(answers).sort()).toEqual([...names].sort())
  })
  it.each(names)('%s: says what zod says, of whole and of damaged answers', (name) => {
    const { response } = calls[name]
    const other = fc.oneof(
      fc.constantFrom(null, '', 'x', 0, -1, 1.5, true, [], {}, '0x', '01'),
      fc.jsonValue({ maxDepth: 1 }),
    )
    fc.assert(
      fc.property(
        fitting(jsonSchemaOf(response)),
        fc.nat(),
        fc.constantFrom('replace', 'remove', 'add'),
        other,
        (value, at, how, unwanted) => {
          const paths = pathsOf(value)
          for (const one of [value, damaged(value, paths[at % paths.length] ?? [], how, unwanted)]) {
            const said = oracle(response, one)
            if (said === 'by code') continue
            const { success, output } = safeParse(schemaOf(name), one)
            expect([success ? { value: output } : 'refused', one]).toEqual([said, one])
          }
        },
      ),
      { numRuns: 25 },
    )
  })

  const transfer = {
    contract: '0x00000000000000000000000000000000000000aa',
    function: 'transferWithin',
    tokenAddress: '0x00000000000000000000000000000000000000bb',
    to: '0x3c44cdddb6a900fa2b585dd299e03d12fa4293bc',
    account: 0,
    token: 'DR',
    amount: '1',
    proof: { epoch: '0', earned: '0', index: '0', path: [] },
    isUser: true,
  }
  it('drops a field of a newer server, at any depth, and refuses what is missing or wrong', () => {
    expect(parse(schemaOf('transfer'), { ...transfer, later: 1 })).toEqual(transfer)
    const { amount: _, ...lacking } = transfer
    expect(safeParse(schemaOf('transfer'), lacking).success).toBe(false)
    expect(safeParse(schemaOf('transfer'), { ...transfer, amount: 1 }).success).toBe(false)
    const items = [{ language: 'en', title: 'T', later: { deep: true } }]
    const deep = z.strictObject({
      items: z.array(z.strictObject({ title: z.string(), language: z.string() })),
    })
    const { made } = answersOf({ made: { response: deep } })
    expect(made && parse(made, { items, later: 1 })).toEqual({ items: [{ language: 'en', title: 'T' }] })
  })
  it('drops a key that a record does not list', () => {
    const response = z.record(z.enum(['USDT', 'DR']), z.string())
    const { made } = answersOf({ made: { response } })
    expect(made && parse(made, { USDT: '1', DR: '2', EURT: '3' })).toEqual({ USDT: '1', DR: '2' })
    expect(made && safeParse(made, { USDT: '1' }).success).toBe(false)
  })
  it('refuses an address with its checksum, which the app would compare as it is', () => {
    expect(safeParse(schemaOf('transfer'), transfer).success).toBe(true)
    const to = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'
    expect(safeParse(schemaOf('transfer'), { ...transfer, to }).success).toBe(false)
    expect(answerCode(calls)).not.toContain(z.toJSONSchema(addressSchema).pattern)
  })
  it('refuses a word it does not know', () => {
    expect(() => answerCode({ strange: { response: z.any().meta({ not: {} }) } })).toThrow('not')
  })
})

it('the table of calls in a build is the one that the app has without one', () => {
  const { load } = endpoints(calls)
  const code = typeof load === 'object' ? (load.handler as () => string)() : ''
  expect(JSON.parse(code.replace(/^.*? = /, ''))).toEqual(ENDPOINTS)
})
