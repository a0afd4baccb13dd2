import { CALLS } from '@dr/protocol/calls/index'
import { LOCAL_CALLS } from '@dr/protocol/calls/local'
import { addressSchema } from '@dr/protocol/schemas'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { type AnswerNode, type AnswerTable, answerFits } from '../src/api/check-answer.ts'
import { answerTable } from './answers.ts'

const calls = { ...CALLS, ...LOCAL_CALLS }
const table = answerTable(calls)
const names = Object.keys(calls) as (keyof typeof calls)[]

/** Values that fit a node. */
const fitting = ({ nodes }: AnswerTable, index: number, depth = 0): fc.Arbitrary<unknown> => {
  const node = nodes[index] as AnswerNode
  const part = (at: number): fc.Arbitrary<unknown> => fitting(table, at, depth + 1)
  if ('const' in node) return fc.constant(node.const)
  if (node.enum) return fc.constantFrom(...node.enum)
  if (node.anyOf) return fc.oneof(...node.anyOf.map(part))
  if (node.allOf) return part(node.allOf[0] as number)
  if (Array.isArray(node.type))
    return fc.oneof(
      ...node.type.map((type: string) => fitting({ ...table, nodes: [{ ...node, type }] }, 0, depth + 1)),
    )
  switch (node.type) {
    case 'null':
      return fc.constant(null)
    case 'boolean':
      return fc.boolean()
    case 'integer': {
      const step = node.multipleOf ?? 1
      const min = node.exclusiveMinimum === undefined ? (node.minimum ?? 0) : node.exclusiveMinimum + 1
      const max = Math.min(node.maximum ?? 1e6, node.exclusiveMaximum ?? 1e6, Math.max(min, 0) + 1e6)
      return fc
        .integer({ min: Math.ceil(Math.max(min, -1e6) / step), max: Math.floor(max / step) })
        .map((n) => n * step)
    }
    case 'number':
      return fc.double({ min: node.minimum ?? 0, max: node.maximum ?? 1e6, noNaN: true })
    case 'string':
      if (node.format === 'uri') return fc.constant('https://example.com/')
      return node.pattern
        ? fc.stringMatching(new RegExp(node.pattern, 'u'), { maxLength: 80 })
        : fc.string({ minLength: node.minLength ?? 0, maxLength: node.maxLength ?? 20 })
    case 'array':
      if (node.prefixItems) return fc.tuple(...node.prefixItems.map(part))
      return node.items === undefined
        ? fc.constant([])
        : fc.array(part(node.items), {
            minLength: node.minItems ?? 0,
            maxLength: Math.max(node.minItems ?? 0, 2),
          })
    case 'object': {
      const shape = Object.fromEntries(
        Object.entries(node.properties ?? {}).map(([key, at]) => [key, part(at)]),
      )
      if (node.properties) return fc.record(shape, { requiredKeys: [...(node.required ?? [])] })
      const keys = node.propertyNames === undefined ? fc.string() : part(node.propertyNames)
      const value = node.additionalProperties
      if (value === undefined || value === false) return fc.constant({})
      if (node.required) return fc.record(Object.fromEntries(node.required.map((key) => [key, part(value)])))
      // zod leaves `__proto__` out of a record, whatever its value; the app's check refuses a wrong one.
      const names = (keys as fc.Arbitrary<string>).filter((key) => key !== '__proto__')
      return fc.dictionary(names, part(value), { maxKeys: 2 })
    }
    default:
      return fc.constant(null)
  }
}

type Path = readonly (string | number)[]
const pathsOf = (value: unknown, path: Path = []): Path[] =>
  typeof value === 'object' && value !== null
    ? [path, ...Object.entries(value).flatMap(([key, inner]) => pathsOf(inner, [...path, key]))]
    : [path]

/** The value with what is at `path` replaced, removed, or joined by something no one knows. */
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

/** What zod says; null where only a rule of code (`refine`) refuses, which no table can carry. */
const oracle = (schema: z.ZodType, value: unknown): boolean | null => {
  const result = schema.safeParse(value)
  if (result.success) return true
  const onlyCustom = (issue: z.core.$ZodIssue): boolean =>
    issue.code === 'custom' ||
    // Blanks around a text are cut in code, before its length is looked at.
    (issue.code === 'too_small' && issue.origin === 'string' && hasBlanks(value)) ||
    // A URL's scheme is asked for in code as well.
    (issue.code === 'invalid_format' && issue.format === 'url') ||
    (issue.code === 'invalid_union' && issue.errors.some((issues) => issues.every(onlyCustom)))
  return result.error.issues.every(onlyCustom) ? null : false
}

describe('the table of answers', () => {
  it('knows every call', () => {
    expect(Object.keys(table.answers).sort()).toEqual([...names].sort())
  })
  it.each(names)('%s: says what zod says, of whole and of damaged answers', (name) => {
    const { response } = calls[name]
    const other = fc.oneof(
      fc.constantFrom(null, '', 'x', 0, -1, 1.5, true, [], {}, '0x', '01'),
      fc.jsonValue({ maxDepth: 1 }),
    )
    fc.assert(
      fc.property(
        fitting(table, table.answers[name] as number),
        fc.nat(),
        fc.constantFrom('replace', 'remove', 'add'),
        other,
        (value, at, how, unwanted) => {
          const paths = pathsOf(value)
          for (const one of [value, damaged(value, paths[at % paths.length] ?? [], how, unwanted)]) {
            const said = oracle(response, one)
            if (said !== null)
              expect([answerFits(table, name, one), JSON.stringify(one)]).toEqual([said, JSON.stringify(one)])
          }
        },
      ),
      { numRuns: 25 },
    )
  })
  it('refuses an address with its checksum, which the app would compare as it is', () => {
    const transfer = (to: string) => ({
      orderId: '0198f2c4-0000-7000-8000-000000000001',
      deadline: 1,
      to,
      account: 0,
      token: 'DR',
      amount: '1',
      available: '1',
      burnFreeLost: '0',
      waitSeconds: 0,
    })
    const address = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'
    expect(answerFits(table, 'transferOrder', transfer(address.toLowerCase()))).toBe(true)
    expect(answerFits(table, 'transferOrder', transfer(address))).toBe(false)
    const patterns = new Set(table.nodes.flatMap(({ pattern }) => pattern ?? []))
    expect(patterns).not.toContain(z.toJSONSchema(addressSchema).pattern)
  })
  it('refuses a word it does not know', () => {
    expect(() => answerTable({ strange: { response: z.any().meta({ not: {} }) } })).toThrow('not')
  })
})
