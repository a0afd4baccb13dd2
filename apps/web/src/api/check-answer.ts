/**
 * What the protocol's response schemas say, as plain data, made while building (build/answers.ts): zod and
 * the definitions weigh 40 kB compressed on the phone, this a tenth of it. The words are JSON Schema's; a
 * node names its parts by their place in the table, so that nothing is there twice.
 */
export interface AnswerNode {
  readonly type?: string | readonly string[]
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly anyOf?: readonly number[]
  readonly allOf?: readonly number[]
  readonly pattern?: string
  /** Of formats only this one comes without a pattern. */
  readonly format?: 'uri'
  readonly minLength?: number
  readonly maxLength?: number
  readonly minimum?: number
  readonly maximum?: number
  readonly exclusiveMinimum?: number
  readonly exclusiveMaximum?: number
  readonly multipleOf?: number
  readonly items?: number
  readonly prefixItems?: readonly number[]
  readonly minItems?: number
  readonly maxItems?: number
  readonly properties?: Readonly<Record<string, number>>
  readonly required?: readonly string[]
  /** False: no other property. */
  readonly additionalProperties?: number | false
  readonly propertyNames?: number
}

export interface AnswerTable {
  readonly nodes: readonly AnswerNode[]
  /** By call: the node its answer has to fit. */
  readonly answers: Readonly<Record<string, number>>
}

type Json = Readonly<Record<string, unknown>>

const typeFits = (type: string, value: unknown): boolean => {
  switch (type) {
    case 'integer':
      return Number.isSafeInteger(value)
    case 'number':
      return Number.isFinite(value)
    case 'array':
      return Array.isArray(value)
    case 'null':
      return value === null
    case 'object':
      return typeof value === 'object' && value !== null && !Array.isArray(value)
    default:
      return typeof value === type
  }
}

const patterns = new Map<string, RegExp>()

/** Made once for each: a list of a hundred rows asks for the same few. */
const patternOf = (source: string): RegExp => {
  const known = patterns.get(source)
  if (known !== undefined) return known
  const made = new RegExp(source, 'u')
  patterns.set(source, made)
  return made
}

/** `URL.canParse`, which not every browser of the baseline has. */
const isUrl = (text: string): boolean => {
  try {
    return Boolean(new URL(text))
  } catch {
    return false
  }
}

const textFits = (node: AnswerNode, text: string): boolean =>
  text.length >= (node.minLength ?? 0) &&
  text.length <= (node.maxLength ?? Number.POSITIVE_INFINITY) &&
  (node.format !== 'uri' || isUrl(text)) &&
  (node.pattern === undefined || patternOf(node.pattern).test(text))

const numberFits = (node: AnswerNode, value: number): boolean =>
  value >= (node.minimum ?? Number.NEGATIVE_INFINITY) &&
  value <= (node.maximum ?? Number.POSITIVE_INFINITY) &&
  value > (node.exclusiveMinimum ?? Number.NEGATIVE_INFINITY) &&
  value < (node.exclusiveMaximum ?? Number.POSITIVE_INFINITY) &&
  (node.multipleOf === undefined || value % node.multipleOf === 0)

/**
 * Whether `value` is what the call's answer has to be. @throws TypeError for a call the table does not know.
 */
export const answerFits = ({ nodes, answers }: AnswerTable, name: string, value: unknown): boolean => {
  const root = answers[name]
  if (root === undefined) throw new TypeError(`no answer of ${name} is known`)
  const fits = (index: number, value: unknown): boolean => {
    const node = nodes[index]
    if (node === undefined) throw new TypeError(`node ${index} is missing`)
    if (node.type !== undefined && ![node.type].flat().some((type) => typeFits(type, value))) return false
    if ('const' in node && node.const !== value) return false
    if (node.enum?.includes(value) === false) return false
    if (node.anyOf?.some((part) => fits(part, value)) === false) return false
    if (node.allOf?.every((part) => fits(part, value)) === false) return false
    if (typeof value === 'string') return textFits(node, value)
    if (typeof value === 'number') return numberFits(node, value)
    if (Array.isArray(value)) return listFits(node, value)
    return typeof value !== 'object' || value === null || objectFits(node, value as Json)
  }

  const listFits = (node: AnswerNode, list: readonly unknown[]): boolean => {
    const { prefixItems = [], items } = node
    if (list.length < (node.minItems ?? prefixItems.length)) return false
    if (
      list.length >
      (node.maxItems ?? (items === undefined && node.prefixItems ? prefixItems.length : Infinity))
    )
      return false
    return list.every((item, at) => {
      const part = prefixItems[at] ?? items
      return part === undefined || fits(part, item)
    })
  }

  const objectFits = (node: AnswerNode, object: Json): boolean => {
    if (node.required?.every((key) => object[key] !== undefined) === false) return false
    return Object.entries(object).every(([key, value]) => {
      if (node.propertyNames !== undefined && !fits(node.propertyNames, key)) return false
      const known =
        node.properties !== undefined && Object.hasOwn(node.properties, key)
          ? node.properties[key]
          : undefined
      if (known !== undefined) return value === undefined || fits(known, value)
      if (node.additionalProperties === undefined) return true
      return node.additionalProperties !== false && fits(node.additionalProperties, value)
    })
  }

  return fits(root, value)
}
