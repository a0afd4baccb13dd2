/** Finds the faults of one source in its syntax tree. */
import { ARITHMETIC, ASSIGNMENTS, COMPARISONS, isBoundary, OPPOSITE_MEMBERS, SYMMETRIC } from './operators.ts'
import { childrenOf, isNode, type Node, nodesOf, type Range, rangeOf, SKIPPED_NODES } from './syntax-tree.ts'

interface Surroundings {
  readonly scope: string
  /** Statement, or head of a statement, that is shown with the fault. */
  readonly shown: Range
}

const oneLine = (bytes: string): string =>
  Buffer.from(bytes, 'latin1').toString().replaceAll(/\s+/g, ' ').trim()

/** A fault before its source is named. */
export interface Draft {
  /** Contract and function: `Vouchers.pause`. */
  readonly scope: string
  readonly operator: string
  /** The statement as it is, on one line. */
  readonly from: string
  /** The statement with the fault. */
  readonly to: string
  readonly line: number
  /** Range of the source that is replaced, in bytes. */
  readonly start: number
  readonly end: number
  readonly replacement: string
}

const VISITORS: Readonly<Record<string, (faults: FaultFinder, node: Node, around: Surroundings) => void>> = {
  ContractDefinition: (faults, node, around) => {
    if (node.contractKind === 'interface') return
    faults.visitAll(nodesOf(node.nodes), { ...around, scope: String(node.name) })
  },
  FunctionDefinition: (faults, node, around) => {
    const name = String(node.name === '' ? node.kind : node.name)
    const body = isNode(node.body) ? rangeOf(node.body) : rangeOf(node)
    const head = { start: rangeOf(node).start, end: body.start }
    const inside = { scope: `${around.scope}.${name}`, shown: head }
    for (const modifier of nodesOf(node.modifiers)) {
      if (modifier.kind === 'modifierInvocation') faults.add(inside, 'modifier', rangeOf(modifier), '')
      else faults.visit(modifier, inside)
    }
    if (isNode(node.body)) faults.visit(node.body, inside)
  },
  ModifierDefinition: (faults, node, around) => {
    if (isNode(node.body))
      faults.visit(node.body, { ...around, scope: `${around.scope}.${String(node.name)}` })
  },
  VariableDeclaration: (faults, node, around) => {
    if (isNode(node.value)) faults.visit(node.value, { ...around, shown: rangeOf(node) })
  },
  VariableDeclarationStatement: (faults, node, around) => {
    if (isNode(node.initialValue)) faults.visit(node.initialValue, { ...around, shown: rangeOf(node) })
  },
  IfStatement: (faults, node, around) => {
    const test = node.condition as Node
    const shown = { start: rangeOf(node).start, end: rangeOf(node.trueBody as Node).start }
    const short =
      rangeOf(node.trueBody as Node).end - shown.end < 120 ? rangeOf(node.trueBody as Node).end : shown.end
    const head = { ...around, shown: { ...shown, end: short } }
    faults.noteChoice(test, faults.assignedIn(node))
    faults.condition(test, head, faults.isGuard(node) ? ['false'] : ['false', 'true'])
    faults.visit(test, head)
    faults.visitAll([node.trueBody, node.falseBody].filter(isNode), around)
  },
  Conditional: (faults, node, around) => {
    faults.noteChoice(node.condition as Node, [node.trueExpression as Node, node.falseExpression as Node])
    faults.condition(node.condition as Node, around, ['false', 'true'])
    faults.visitAll(childrenOf(node), around)
  },
  WhileStatement: (faults, node, around) => faults.loop(node, around),
  ForStatement: (faults, node, around) => faults.loop(node, around),
  ExpressionStatement: (faults, node, around) => faults.removable(node, around),
  EmitStatement: (faults, node, around) => faults.removable(node, around),
  Return: (faults, node, around) => faults.removable(node, around),
  Break: (faults, node, around) => faults.removable(node, around),
  Continue: (faults, node, around) => faults.removable(node, around),
  RevertStatement: (faults, node, around) =>
    faults.visitAll(childrenOf(node), { ...around, shown: faults.wholeStatement(node) }),
  BinaryOperation: (faults, node, around) => {
    faults.binary(node, around)
    faults.visitAll(childrenOf(node), around)
  },
  UnaryOperation: (faults, node, around) => {
    const operator = String(node.operator)
    const operand = node.subExpression as Node
    if (['!', '~', '-'].includes(operator)) faults.add(around, 'unary', rangeOf(node), faults.textOf(operand))
    if (operator === '++' || operator === '--') {
      const other = operator === '++' ? '--' : '++'
      faults.add(
        around,
        'unary',
        rangeOf(node),
        node.prefix === true ? other + faults.textOf(operand) : faults.textOf(operand) + other,
      )
    }
    faults.visit(operand, around)
  },
  Assignment: (faults, node, around) => {
    const operator = String(node.operator)
    const opposite = ASSIGNMENTS[operator]
    const at = faults.operatorAt(node.leftHandSide as Node, node.rightHandSide as Node, operator)
    if (opposite !== undefined)
      for (const other of [opposite, '=']) faults.add(around, 'assignment', at, other)
    faults.visitAll(childrenOf(node), around)
  },
  MemberAccess: (faults, node, around) => {
    const member = String(node.memberName)
    const other = OPPOSITE_MEMBERS[member]
    const { end } = rangeOf(node)
    if (other !== undefined) faults.add(around, 'rounding', { start: end - member.length, end }, other)
    faults.visitAll(childrenOf(node), around)
  },
  FunctionCall: (faults, node, around) => {
    const called = node.expression as Node
    const named = (node.names as readonly string[] | undefined) ?? []
    const name = String(called.memberName ?? called.name)
    if (named.length === 0) faults.swapped(nodesOf(node.arguments), around, SYMMETRIC.has(name) ? 1 : 0)
    faults.visitAll(childrenOf(node), around)
  },
  TupleExpression: (faults, node, around) => {
    if (node.isInlineArray !== true && node.lValueRequested !== true)
      faults.swapped(nodesOf(node.components), around)
    faults.visitAll(childrenOf(node), around)
  },
  Literal: (faults, node, around) => faults.literal(node, around),
}

class FaultFinder {
  readonly drafts: Draft[] = []
  /** The source with one character a byte, since the tree counts bytes. */
  readonly #bytes: string
  /** Comparisons whose boundary makes no difference, since both results are equal there. */
  readonly #choices = new Set<Node>()

  constructor(text: string) {
    this.#bytes = Buffer.from(text).toString('latin1')
  }

  textOf(node: Node): string {
    return this.#bytes.slice(rangeOf(node).start, rangeOf(node).end)
  }

  add(around: Surroundings, operator: string, { start, end }: Range, replacement: string): void {
    const { shown } = around
    const from = oneLine(this.#bytes.slice(shown.start, shown.end))
    const to = oneLine(
      this.#bytes.slice(shown.start, start) + replacement + this.#bytes.slice(end, shown.end),
    )
    if (this.drafts.some((one) => one.start === start && one.end === end && one.replacement === replacement))
      return
    const line = this.#bytes.slice(0, start).split('\n').length
    this.drafts.push({ scope: around.scope, operator, from, to, line, start, end, replacement })
  }

  /** Range of a statement with its semicolon, which the tree omits. */
  wholeStatement(node: Node): Range {
    const { start, end } = rangeOf(node)
    return { start, end: end + (/^\s*;/.exec(this.#bytes.slice(end, end + 80))?.[0].length ?? 0) }
  }

  operatorAt(left: Node, right: Node, operator: string): Range {
    const from = rangeOf(left).end
    const at = from + this.#bytes.slice(from, rangeOf(right).start).indexOf(operator)
    return { start: at, end: at + operator.length }
  }

  noteChoice(test: Node, chosen: readonly (Node | undefined)[]): void {
    if (test.nodeType !== 'BinaryOperation') return
    const sides = [test.leftExpression, test.rightExpression]
      .map((side) => this.textOf(side as Node))
      .toSorted()
    const texts = chosen.map((one) => (one === undefined ? '' : this.textOf(one))).toSorted()
    if (texts.join('\0') === sides.join('\0')) this.#choices.add(test)
  }
  /** The two sides of `if (…) a = b;`. */
  assignedIn(node: Node): readonly (Node | undefined)[] {
    const body = node.trueBody as Node
    const first = body.nodeType === 'Block' ? nodesOf(body.statements)[0] : body
    const assignment = first?.expression
    if (isNode(node.falseBody) || !isNode(assignment) || assignment.operator !== '=') return []
    return [assignment.leftHandSide, assignment.rightHandSide].filter(isNode)
  }

  binary(node: Node, around: Surroundings): void {
    const operator = String(node.operator)
    const left = node.leftExpression as Node
    const right = node.rightExpression as Node
    const at = this.operatorAt(left, right, operator)
    for (const other of COMPARISONS[operator] ?? [])
      if (!this.#choices.has(node) || !isBoundary(operator, other)) this.add(around, 'comparison', at, other)
    const opposite = ARITHMETIC[operator]
    if (opposite !== undefined) this.add(around, 'arithmetic', at, opposite)
    if (operator === '&&' || operator === '||') {
      this.add(around, 'logic', at, operator === '&&' ? '||' : '&&')
      this.add(around, 'operand', rangeOf(node), this.textOf(left))
      this.add(around, 'operand', rangeOf(node), this.textOf(right))
    }
  }

  literal(node: Node, around: Surroundings): void {
    const written = this.textOf(node)
    if (node.kind === 'bool')
      this.add(around, 'literal', rangeOf(node), written === 'true' ? 'false' : 'true')
    if (node.kind === 'string' && written.length > 2) this.add(around, 'literal', rangeOf(node), '""')
    if (node.kind !== 'number' || written.length >= 42) return
    const plain = /^\d+$/.test(written) ? BigInt(written) : null
    this.add(around, 'literal', rangeOf(node), plain === null ? `(${written} + 1)` : String(plain + 1n))
    if (plain !== 0n)
      this.add(around, 'literal', rangeOf(node), plain === null ? `(${written} - 1)` : String(plain - 1n))
  }

  swapped(list: readonly Node[], around: Surroundings, from = 0): void {
    for (let i = from; i + 1 < list.length; i += 1) {
      const [left, right] = [list[i], list[i + 1]]
      if (left === undefined || right === undefined) continue
      const typeOf = (node: Node) =>
        (node.typeDescriptions as { typeIdentifier?: string } | undefined)?.typeIdentifier
      if (typeOf(left) !== typeOf(right) || this.textOf(left) === this.textOf(right)) continue
      const between = this.#bytes.slice(rangeOf(left).end, rangeOf(right).start)
      const range = { start: rangeOf(left).start, end: rangeOf(right).end }
      this.add(around, 'argument order', range, this.textOf(right) + between + this.textOf(left))
    }
  }

  condition(node: Node, around: Surroundings, values: readonly string[]): void {
    for (const value of values) this.add(around, 'condition', rangeOf(node), value)
  }

  /** `if (…) revert`: every test notices when it always reverts, so only its removal is tried. */
  isGuard(node: Node): boolean {
    const body = node.trueBody as Node
    const first = body.nodeType === 'Block' ? nodesOf(body.statements)[0] : body
    return !isNode(node.falseBody) && first?.nodeType === 'RevertStatement'
  }

  visitAll(nodes: readonly Node[], around: Surroundings): void {
    for (const node of nodes) this.visit(node, around)
  }

  loop(node: Node, around: Surroundings): void {
    const { body, condition: test } = node as { body?: Node; condition?: Node }
    if (body === undefined) return
    const head = { ...around, shown: { start: rangeOf(node).start, end: rangeOf(body).start } }
    if (isNode(test)) {
      this.condition(test, head, ['false'])
      this.visit(test, head)
    }
    if (isNode(node.initializationExpression)) this.visit(node.initializationExpression, head)
    this.visit(body, around)
  }

  removable(node: Node, around: Surroundings): void {
    const range = this.wholeStatement(node)
    const inside = { ...around, shown: range }
    this.add(inside, 'statement', range, '{}')
    this.visitAll(childrenOf(node), inside)
  }

  visit(node: Node, around: Surroundings): void {
    if (SKIPPED_NODES.has(node.nodeType)) return
    const visitor = VISITORS[node.nodeType]
    if (visitor === undefined) this.visitAll(childrenOf(node), around)
    else visitor(this, node, around)
  }
}

/** Faults of a source. `tree` is its syntax tree after analysis, with types. */
export const findFaults = (text: string, tree: unknown): readonly Draft[] => {
  const finder = new FaultFinder(text)
  if (isNode(tree)) finder.visit(tree, { scope: '', shown: { start: 0, end: 0 } })
  return finder.drafts
}
