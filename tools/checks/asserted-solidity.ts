import { createRequire } from 'node:module'
import type { Span } from './syntax-tree.ts'

interface Node {
  readonly nodeType: string
  /** start:length:file, in bytes. */
  readonly src: string
  readonly [key: string]: unknown
}
interface Output {
  readonly sources?: Readonly<Record<string, { readonly ast?: Node }>>
}

const require = createRequire(import.meta.url)
const solc: { readonly compile: (input: string) => string } = require('solc')
const ASSERTS = /^(expect|assert)\w*$/

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'nodeType' in value

const within = (node: Node): Node[] => [node, ...Object.values(node).flat().filter(isNode).flatMap(within)]

const nodesAt = (node: Node, key: string): Node[] => [node[key]].flat().filter(isNode)

/** The compiler only parses here: no import is read, no type checked. */
const parse = (source: string): Node => {
  const input = {
    language: 'Solidity',
    sources: { test: { content: source } },
    settings: { stopAfter: 'parsing', outputSelection: { '*': { '': ['ast'] } } },
  }
  const output = JSON.parse(solc.compile(JSON.stringify(input))) as Output
  const ast = output.sources?.test?.ast
  if (!ast) throw new SyntaxError('the Solidity compiler cannot parse this')
  return ast
}

const calledName = (call: Node): string => {
  const [called] = nodesAt(call, 'expression')
  return String(called?.memberName ?? called?.name ?? '')
}

/**
 * As `assertedIn`, of a function of a Solidity test; what is emitted after `vm.expectEmit` is asserted too.
 */
export const assertedInSolidity = (source: string, title: string): readonly Span[] | undefined => {
  const test = within(parse(source)).find(
    (node) => node.nodeType === 'FunctionDefinition' && node.name === title,
  )
  if (!test) return undefined
  const nodes = within(test)
  const bytes = Buffer.from(source)
  const at = (offset: number): number => bytes.subarray(0, offset).toString().length
  const seen = new Set<Node>()
  const add = (node: Node): void => {
    if (seen.has(node)) return
    seen.add(node)
    for (const { nodeType, name } of within(node)) {
      if (nodeType !== 'Identifier') continue
      for (const local of nodes.filter((one) => declares(one, name)))
        nodesAt(local, 'initialValue').forEach(add)
    }
  }
  const expectsEmit = (node: Node): boolean =>
    node.nodeType === 'ExpressionStatement' &&
    nodesAt(node, 'expression').some((call) => calledName(call) === 'expectEmit')
  for (const node of nodes) {
    if (node.nodeType === 'FunctionCall' && ASSERTS.test(calledName(node)))
      nodesAt(node, 'arguments').forEach(add)
    for (const [index, statement] of nodesAt(node, 'statements').entries()) {
      const next = nodesAt(node, 'statements')[index + 1]
      if (expectsEmit(statement) && next?.nodeType === 'EmitStatement')
        nodesAt(next, 'eventCall').forEach(add)
    }
  }
  return [...seen].map(({ src }) => {
    const [start = 0, length = 0] = src.split(':').map(Number)
    return { start: at(start), end: at(start + length), holes: [] }
  })
}

const declares = (statement: Node, name: unknown): boolean =>
  statement.nodeType === 'VariableDeclarationStatement' &&
  nodesAt(statement, 'declarations').some((declaration) => declaration.name === name)
