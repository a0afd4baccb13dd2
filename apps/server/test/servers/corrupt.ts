/** All ways in which one field of a valid input can be wrong, by a schema of the OpenAPI document. */

export type Schema = Readonly<Record<string, unknown>>

export interface Corrupted {
  readonly kind: 'missing' | 'extra' | 'mistyped' | 'out-of-range'
  /** The field's path, as in a 10002. */
  readonly path: string
  /** The whole input with this one error. */
  readonly input: unknown
  /** Inside a union another branch may accept it: the call's own definition then decides. */
  readonly unsure: boolean
}

type Path = readonly (string | number)[]
type Resolve = (schema: Schema) => Schema
/** `text`: a query or a path, where everything is text. */
export interface CorruptOptions {
  readonly resolve: Resolve
  readonly text: boolean
}

interface Spot extends CorruptOptions {
  readonly path: Path
  readonly value: unknown
  readonly unsure: boolean
  /** The whole input with `value` at this place; undefined removes it. */
  put(value: unknown): unknown
}

export const SURPLUS = 'surplus'
const TOO_LONG_MAX = 30_000

const VALUES = { string: 'text', number: 7, boolean: true, null: null, array: [], object: {} } as const
type TypeName = keyof typeof VALUES

const branchesOf = (schema: Schema): readonly Schema[] =>
  ((schema.anyOf ?? schema.oneOf) as readonly Schema[] | undefined) ?? [schema]

const typeOf = (schema: Schema): TypeName | undefined => {
  const { type } = schema
  if (type === 'integer') return 'number'
  if (type !== undefined) return type as TypeName
  const constant = schema.const ?? (schema.enum as readonly unknown[] | undefined)?.[0]
  return constant === undefined ? undefined : (typeof constant as TypeName)
}

const typesOf = (schema: Schema, resolve: Resolve): ReadonlySet<TypeName | undefined> =>
  new Set(branchesOf(resolve(schema)).map((branch) => typeOf(resolve(branch))))

const allowedOf = (schema: Schema): readonly unknown[] | undefined => {
  if ('const' in schema) return [schema.const]
  return schema.enum as readonly unknown[] | undefined
}

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Checked only as far as is needed to find a value's branch of a union. */
const looksLike = (schema: Schema, value: unknown): boolean => {
  const allowed = allowedOf(schema)
  if (allowed) return allowed.includes(value)
  if (schema.type !== 'object') return typeOf(schema) === (Array.isArray(value) ? 'array' : typeof value)
  if (!isObject(value)) return false
  const properties = (schema.properties ?? {}) as Record<string, Schema>
  const required = (schema.required ?? []) as readonly string[]
  return Object.keys(value).every((key) => key in properties) && required.every((key) => key in value)
}

const isNumber = (text: string): boolean => text.trim() !== '' && !Number.isNaN(Number(text))

/** Values of all types that are not accepted; in a query only non-numbers for a number. */
const mistyped = (schema: Schema, { resolve, text }: CorruptOptions): readonly unknown[] => {
  const types = typesOf(schema, resolve)
  if (!text)
    return (Object.keys(VALUES) as TypeName[]).filter((type) => !types.has(type)).map((type) => VALUES[type])
  return types.has('string') ? [] : ['text', 'NaN', '1,5', '{}']
}

const wrongNumbers = ({ type, minimum, maximum, exclusiveMinimum }: Schema): readonly number[] => [
  ...(typeof minimum === 'number' ? [minimum - 1] : []),
  ...(typeof exclusiveMinimum === 'number' ? [exclusiveMinimum] : []),
  ...(typeof maximum === 'number' ? [maximum + 1] : []),
  ...(type === 'integer' ? [1.5] : []),
]

const MISFITS = [
  '',
  ' ',
  'x',
  '0x',
  '-1',
  '1.5',
  '01',
  '1e3',
  '９',
  'Ω',
  '0xZZ',
  '2026-02-30',
  'a@b',
  `${'9'.repeat(79)}`,
]

/** Values that trimming would correct are left out, since a schema cannot express trimming. */
const wrongTexts = (schema: Schema, value: unknown): readonly string[] => {
  const { minLength, maxLength, pattern } = schema
  const own = typeof value === 'string' ? [`${value}\n`, `${value} '`, value.slice(1)] : []
  const fits = typeof pattern === 'string' ? new RegExp(pattern, 'u') : undefined
  return [
    ...(typeof minLength === 'number' && minLength > 0 ? ['x'.repeat(minLength - 1)] : []),
    ...(typeof maxLength === 'number' && maxLength < TOO_LONG_MAX ? ['x'.repeat(maxLength + 1)] : []),
    ...(fits ? [...MISFITS, ...own].filter((text) => !fits.test(text.trim())) : []),
  ]
}

const outOfRange = (schema: Schema, value: unknown): readonly unknown[] => {
  const allowed = allowedOf(schema)
  if (allowed)
    return typeof allowed[0] === 'number'
      ? [Math.max(...(allowed as number[])) + 1, -1]
      : ['no-such-thing', '']
  const type = typeOf(schema)
  if (type === 'number') return wrongNumbers(schema)
  if (type === 'string') return wrongTexts(schema, value)
  if (type !== 'array') return []
  const { minItems, maxItems } = schema as { minItems?: number; maxItems?: number }
  const [item] = Array.isArray(value) ? value : []
  return [
    ...(minItems ? [[]] : []),
    ...(maxItems !== undefined && item !== undefined ? [Array(maxItems + 1).fill(item)] : []),
  ]
}

const without = (object: Record<string, unknown>, key: string): Record<string, unknown> =>
  Object.fromEntries(Object.entries(object).filter(([name]) => name !== key))

function* corruptObject(schema: Schema, spot: Spot): Generator<Corrupted> {
  const { path, value, put, unsure } = spot
  if (!isObject(value)) return
  const at = (key: string) => [...path, key].join('.')
  const required = new Set((schema.required ?? []) as readonly string[])
  if (schema.additionalProperties === false) {
    yield { kind: 'extra', path: at(SURPLUS), input: put({ ...value, [SURPLUS]: 1 }), unsure }
  }
  for (const [key, property] of Object.entries((schema.properties ?? {}) as Record<string, Schema>)) {
    if (required.has(key)) yield { kind: 'missing', path: at(key), input: put(without(value, key)), unsure }
    const child: Spot = {
      ...spot,
      path: [...path, key],
      value: value[key],
      put: (inner) => put({ ...value, [key]: inner }),
    }
    yield* corruptAt(property, child)
  }
}

function* corruptAt(given: Schema, spot: Spot): Generator<Corrupted> {
  const schema = spot.resolve(given)
  const path = spot.path.join('.')
  const branches = branchesOf(schema).map(spot.resolve)
  const literals = branches.length > 1 && branches.every((branch) => allowedOf(branch))
  const chosen = literals ? { enum: branches.flatMap((branch) => allowedOf(branch) ?? []) } : undefined
  const branch: Schema = chosen ?? branches.find((one) => looksLike(one, spot.value)) ?? branches[0] ?? {}
  const unsure = spot.unsure || (branches.length > 1 && !chosen)
  if (spot.path.length > 0) {
    for (const value of mistyped(schema, spot)) {
      yield { kind: 'mistyped', path, input: spot.put(value), unsure: spot.unsure }
    }
    if (spot.text) yield { kind: 'mistyped', path, input: spot.put(['1', '2']), unsure: spot.unsure }
    for (const value of outOfRange(branch, spot.value)) {
      if (spot.text && isNumber(String(value)) && typeOf(branch) === 'string') continue
      yield { kind: 'out-of-range', path, input: spot.put(value), unsure }
    }
  }
  yield* corruptObject(branch, { ...spot, unsure })
  if (!Array.isArray(spot.value) || spot.value.length === 0) return
  const list = spot.value
  const item = { ...spot, unsure, path: [...spot.path, 0], value: list[0] }
  yield* corruptAt((branch.items ?? {}) as Schema, {
    ...item,
    put: (inner) => spot.put([inner, ...list.slice(1)]),
  })
}

/** All corruptions, each with exactly one error. */
export const corrupt = (schema: Schema, input: unknown, options: CorruptOptions): Corrupted[] => [
  ...corruptAt(schema, { ...options, path: [], value: input, unsure: false, put: (value) => value }),
]

/** Objects of a request that would accept unknown fields: there must be none. */
export const looseObjects = (given: Schema, resolve: Resolve, path = ''): string[] => {
  const schema = resolve(given)
  const inner = [
    ...Object.entries((schema.properties ?? {}) as Record<string, Schema>),
    ...branchesOf(schema).flatMap((branch, index) =>
      branch === schema ? [] : [[`|${index}`, branch] as const],
    ),
    ...(schema.items ? [['[]', schema.items as Schema] as const] : []),
  ]
  const loose = schema.type === 'object' && schema.additionalProperties !== false
  return [
    ...(loose ? [path || '.'] : []),
    ...inner.flatMap(([key, one]) => looseObjects(one, resolve, `${path}.${key}`)),
  ]
}
