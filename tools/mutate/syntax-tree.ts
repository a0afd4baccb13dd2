/** Syntax tree of a source by solc. */

/** A node of solc's syntax tree. Its other fields depend on `nodeType`. */
export interface Node {
  readonly nodeType: string
  readonly src: string
  readonly [key: string]: unknown
}

export const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'nodeType' in value && 'src' in value
export const nodesOf = (value: unknown): readonly Node[] => (Array.isArray(value) ? value.filter(isNode) : [])
export const childrenOf = (node: Node): readonly Node[] =>
  Object.entries(node)
    .filter(([name]) => !SKIPPED_FIELDS.has(name))
    .flatMap(([, value]) => (Array.isArray(value) ? value : [value]))
    .filter(isNode)

/** Declarations and types, which contain no running code. */
export const SKIPPED_NODES = new Set([
  'PragmaDirective',
  'ImportDirective',
  'EventDefinition',
  'ErrorDefinition',
  'StructDefinition',
  'EnumDefinition',
  'UsingForDirective',
  'InheritanceSpecifier',
  'InlineAssembly',
  'ParameterList',
])
const SKIPPED_FIELDS = new Set(['typeName', 'documentation', 'overrides', 'nameLocations', 'modifierName'])

export interface Range {
  readonly start: number
  readonly end: number
}
export const rangeOf = ({ src }: Node): Range => {
  const [start = 0, length = 0] = src.split(':').map(Number)
  return { start, end: start + length }
}
