import type { CallExpression, Node } from 'oxc-parser'
import {
  chainOf,
  type FunctionNode,
  isFunction,
  namesIn,
  parseTypeScript,
  type Span,
  type SyntaxTree,
  within,
} from './syntax-tree.ts'

/** Under these a title names a test; with `.skip`, `.fixme`, `.todo` or `.only` it is none of them. */
const TESTS = new Set(['it', 'test', 'test.step', 'it.each', 'test.each'])
const SUITES = new Set(['it', 'test', 'describe'])
const SKIPPING = new Set(['skip', 'fixme', 'todo', 'only'])
const ASSERTS = /^(expect|assert)\w*$/
/** What `expect` has besides its matchers: calls of these alone assert nothing. */
const STARTS = new Set(['expect', 'poll', 'soft'])

const isCall = (node: Node | undefined): node is CallExpression => node?.type === 'CallExpression'

/** The calls of a chain, outermost first: `expect(a).toBe(b)` is `….toBe(b)`, then `expect(a)`. */
const callsOf = (node: Node): CallExpression[] => {
  if (isCall(node)) return [node, ...callsOf(node.callee)]
  return node.type === 'MemberExpression' ? callsOf(node.object) : []
}

/**
 * A matcher of an `expect(…)`, or a call of a helper or page object whose own name begins with expect or
 * assert.
 */
const isAssertion = (call: CallExpression): boolean => {
  const names = chainOf(call)
  const [first = ''] = names
  const last = names.at(-1) ?? ''
  if (first !== 'expect') return ASSERTS.test(last)
  return !STARTS.has(last) && callsOf(call).length > 1
}

const isSkipped = (node: Node): boolean => {
  if (isCall(node) && /^x(it|describe)$/.test(chainOf(node).join('.'))) return true
  if (node.type !== 'MemberExpression') return false
  const [first = '', ...rest] = chainOf(node)
  return SUITES.has(first) && rest.some((name) => SKIPPING.has(name))
}

const textOf = (node: Node | undefined): string | undefined => {
  if (node?.type === 'Literal' && typeof node.value === 'string') return node.value
  if (node?.type === 'TemplateLiteral' && node.expressions.length === 0)
    return node.quasis[0]?.value.cooked ?? undefined
  return undefined
}

/**
 * Finds what the assertions of one test see: their arguments, and what those were computed from in the test
 * itself.
 */
class Evidence {
  readonly spans: Span[] = []
  private readonly tree: SyntaxTree
  private readonly seen = new Set<Node>()

  constructor(tree: SyntaxTree) {
    this.tree = tree
  }

  collect(body: Node): void {
    for (const node of within(body)) {
      if (!isCall(node)) continue
      if (isAssertion(node)) this.addAssertion(node)
      else this.addHelper(node)
    }
  }

  private addAssertion(call: CallExpression): void {
    for (const { arguments: given } of callsOf(call)) {
      for (const argument of given) this.add(argument)
    }
  }

  /** A call of a function of this file: the arguments for those parameters that an assertion in it sees. */
  private addHelper(call: CallExpression): void {
    if (call.callee.type !== 'Identifier') return
    const helper = this.functionNamed(call.callee.name, call)
    if (helper === undefined || this.seen.has(helper)) return
    const inside = new Evidence(this.tree)
    inside.seen.add(helper)
    if (helper.body) inside.collect(helper.body)
    for (const [index, parameter] of helper.params.entries()) {
      const argument = call.arguments[index]
      if (argument && namesIn(parameter).some((name) => inside.names(helper).has(name))) this.add(argument)
    }
  }

  /** The names that are seen anywhere inside of `node`. */
  private names(node: Node): Set<string> {
    const inside = within(node).filter(
      (one) => one.type === 'Identifier' && this.spans.some((span) => contains(span, one)),
    )
    return new Set(inside.flatMap(namesIn))
  }

  /** `node` is seen; so is what its names stand for, up to the test's own beginning. */
  private add(node: Node): void {
    if (this.seen.has(node)) return
    this.seen.add(node)
    const blocks = within(node).flatMap((one) =>
      isFunction(one) && one.body?.type === 'BlockStatement' ? [one.body] : [],
    )
    this.spans.push({ start: node.start, end: node.end, holes: blocks })
    // Of a function with a body in braces, what it returns is seen, not all that it does.
    for (const block of blocks)
      for (const inner of within(block))
        if (inner.type === 'ReturnStatement' && inner.argument) this.add(inner.argument)
    const hidden = (one: Node): boolean => blocks.some((block) => contains({ ...block, holes: [] }, one))
    for (const one of within(node))
      if (one.type === 'Identifier' && !hidden(one)) this.addMeaning(one.name, one)
  }

  private addMeaning(name: string, from: Node): void {
    for (let at = this.tree.parentOf(from); at !== undefined; at = this.tree.parentOf(at)) {
      if (at.type === 'Program') return
      const sources = this.declared(name, at)
      if (sources === undefined) continue
      for (const source of sources) this.add(source)
      return
    }
  }

  /** What `name` is computed from where `scope` declares it; undefined where it does not. */
  private declared(name: string, scope: Node): Node[] | undefined {
    if (scope.type === 'BlockStatement') {
      const found = scope.body
        .flatMap((one) => (one.type === 'VariableDeclaration' ? one.declarations : []))
        .find(({ id }) => namesIn(id).includes(name))
      return found && (found.init ? [found.init] : [])
    }
    if (scope.type === 'ForOfStatement') return namesIn(scope.left).includes(name) ? [scope.right] : undefined
    if (!isFunction(scope)) return undefined
    if (!scope.params.some((parameter) => namesIn(parameter).includes(name))) return undefined
    return this.tableOf(scope)
  }

  /** The rows of the `each` whose test is this function. */
  private tableOf(run: FunctionNode): Node[] {
    const call = this.tree.parentOf(run)
    if (!isCall(call) || !isCall(call.callee) || chainOf(call).at(-1) !== 'each') return []
    return call.callee.arguments
  }

  private functionNamed(name: string, from: Node): FunctionNode | undefined {
    for (let at = this.tree.parentOf(from); at !== undefined; at = this.tree.parentOf(at)) {
      if (at.type !== 'BlockStatement' && at.type !== 'Program') continue
      for (const statement of at.body) {
        if (statement.type === 'FunctionDeclaration' && statement.id?.name === name) return statement
        if (statement.type !== 'VariableDeclaration') continue
        const { init } =
          statement.declarations.find(({ id }) => id.type === 'Identifier' && id.name === name) ?? {}
        if (isFunction(init)) return init
      }
    }
    return undefined
  }
}

const contains = (span: Span, part: { readonly start: number; readonly end: number }): boolean =>
  part.start >= span.start &&
  part.end <= span.end &&
  !span.holes.some((hole) => part.start < hole.end && part.end > hole.start)

/**
 * What the assertions see of the test of that title in a file of Vitest or Playwright, steps included;
 * undefined where no test or step has the title, or the file skips any.
 */
export const assertedIn = (source: string, title: string): readonly Span[] | undefined => {
  if (title === '') return undefined
  const tree = parseTypeScript(source)
  if (tree.nodes.some(isSkipped)) return undefined
  const test = tree.nodes.find(
    (node): node is CallExpression =>
      isCall(node) && TESTS.has(chainOf(node).join('.')) && textOf(node.arguments[0]) === title,
  )
  const run = test?.arguments.findLast(isFunction)
  if (!run?.body) return undefined
  const evidence = new Evidence(tree)
  evidence.collect(run.body)
  return evidence.spans
}

/** Functions that are called as assertions, by their names, and assert nothing. */
export const emptyAssertions = (source: string): string[] => {
  const tree = parseTypeScript(source)
  return tree.nodes.flatMap((node) => {
    const name = nameOf(node, tree)
    if (!isFunction(node) || name === undefined || !ASSERTS.test(name)) return []
    return within(node).some((one) => isCall(one) && isAssertion(one)) ? [] : [name]
  })
}

const nameOf = (node: Node, tree: SyntaxTree): string | undefined => {
  if (node.type === 'FunctionDeclaration') return node.id?.name
  const parent = tree.parentOf(node)
  if (parent?.type === 'MethodDefinition' && parent.key.type === 'Identifier') return parent.key.name
  if (parent?.type === 'VariableDeclarator' && parent.id.type === 'Identifier') return parent.id.name
  return undefined
}

/** Whether the word is in what the assertions see. */
export const isSeen = (source: string, word: string, spans: readonly Span[]): boolean => {
  if (word === '') return false
  for (let start = source.indexOf(word); start >= 0; start = source.indexOf(word, start + 1)) {
    if (spans.some((span) => contains(span, { start, end: start + word.length }))) return true
  }
  return false
}
