import {
  type ArrowFunctionExpression,
  type Function as FunctionExpression,
  type Node,
  parseSync,
  visitorKeys,
} from 'oxc-parser'

export interface SyntaxTree {
  readonly nodes: readonly Node[]
  readonly parentOf: (node: Node) => Node | undefined
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value

/** Direct children in source order. */
const childrenOf = (node: Node): Node[] => {
  const values = Object.entries(node).filter(([key]) => visitorKeys[node.type]?.includes(key))
  return values
    .flatMap(([, value]: [string, unknown]) => (Array.isArray(value) ? value : [value]))
    .filter(isNode)
}

export const within = (node: Node): Node[] => [node, ...childrenOf(node).flatMap(within)]

/** `lang`: `tsx` for a component's file. */
export const parseTypeScript = (source: string, lang: 'ts' | 'tsx' = 'ts'): SyntaxTree => {
  const { program, errors } = parseSync(`source.${lang}`, source)
  if (errors.length > 0) throw new SyntaxError(errors[0]?.message)
  const parents = new Map<Node, Node>()
  const nodes = within(program)
  for (const node of nodes) for (const child of childrenOf(node)) parents.set(child, node)
  return { nodes, parentOf: (node) => parents.get(node) }
}

type FunctionNode = ArrowFunctionExpression | FunctionExpression

export const isFunction = (node: Node | null | undefined): node is FunctionNode =>
  node?.type === 'ArrowFunctionExpression' ||
  node?.type === 'FunctionExpression' ||
  node?.type === 'FunctionDeclaration'
