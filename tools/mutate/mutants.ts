/**
 * The faults that `npm run mutate` tries: each is one small change of a source, found in the compiler's
 * syntax tree. A fault is known again by what it changes and where (file, function, statement before and
 * after), not by its line.
 */
import { createHash } from 'node:crypto'

export interface Mutant {
  /** From the folder of the Foundry project: `src/Vouchers.sol`. */
  readonly file: string
  /** Contract and function: `Vouchers.pause`. */
  readonly scope: string
  readonly operator: string
  /** The statement as it is, on one line. */
  readonly from: string
  /** The statement with the fault. */
  readonly to: string
  /** 1 for the first fault of these texts in the scope, 2 for the second. */
  readonly nth: number
  readonly line: number
  /** Range of the source that is replaced, in bytes. */
  readonly start: number
  readonly end: number
  readonly replacement: string
}

/** A node of solc's syntax tree. Its other fields depend on `nodeType`. */
export interface Node {
  readonly nodeType: string
  readonly src: string
  readonly [key: string]: unknown
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'nodeType' in value && 'src' in value
const nodesOf = (value: unknown): readonly Node[] => (Array.isArray(value) ? value.filter(isNode) : [])
const childrenOf = (node: Node): readonly Node[] =>
  Object.entries(node)
    .filter(([name]) => !SKIPPED_FIELDS.has(name))
    .flatMap(([, value]) => (Array.isArray(value) ? value : [value]))
    .filter(isNode)

/** Declarations and types: no code in them runs. */
const SKIPPED_NODES = new Set([
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

const COMPARISONS: Readonly<Record<string, readonly string[]>> = {
  '<': ['<=', '>='],
  '<=': ['<', '>'],
  '>': ['>=', '<='],
  '>=': ['>', '<'],
  '==': ['!='],
  '!=': ['=='],
}
const isBoundary = (operator: string, other: string): boolean =>
  operator.startsWith(other) || other.startsWith(operator)
const ARITHMETIC: Readonly<Record<string, string>> = {
  '+': '-',
  '-': '+',
  '*': '/',
  '/': '*',
  '%': '*',
  '<<': '>>',
  '>>': '<<',
  '&': '|',
  '|': '&',
  '^': '|',
}
const ASSIGNMENTS: Readonly<Record<string, string>> = {
  '+=': '-=',
  '-=': '+=',
  '|=': '&=',
  '&=': '|=',
  '>>=': '<<=',
  '<<=': '>>=',
  '*=': '/=',
  '/=': '*=',
}
/** Calls whose first two arguments may change places without a difference. */
const SYMMETRIC = new Set(['min', 'max', 'mulDiv'])
const OPPOSITE_MEMBERS: Readonly<Record<string, string>> = {
  Ceil: 'Floor',
  Floor: 'Ceil',
  min: 'max',
  max: 'min',
}

interface Range {
  readonly start: number
  readonly end: number
}
interface Place {
  readonly scope: string
  /** The statement, or the head of the statement, that a fault is shown in. */
  readonly shown: Range
}

const rangeOf = ({ src }: Node): Range => {
  const [start = 0, length = 0] = src.split(':').map(Number)
  return { start, end: start + length }
}
const oneLine = (bytes: string): string =>
  Buffer.from(bytes, 'latin1').toString().replaceAll(/\s+/g, ' ').trim()

type Draft = Omit<Mutant, 'file' | 'nth'>

/** All faults of one source. `tree` is its syntax tree after analysis, with types. */
export const mutantsOf = (file: string, text: string, tree: unknown): readonly Mutant[] => {
  // The tree counts bytes: one character a byte, until a fault is shown.
  const bytes = Buffer.from(text).toString('latin1')
  const drafts: Draft[] = []
  const textOf = (node: Node): string => bytes.slice(rangeOf(node).start, rangeOf(node).end)

  const add = (place: Place, operator: string, { start, end }: Range, replacement: string): void => {
    const { shown } = place
    const from = oneLine(bytes.slice(shown.start, shown.end))
    const to = oneLine(bytes.slice(shown.start, start) + replacement + bytes.slice(end, shown.end))
    if (drafts.some((one) => one.start === start && one.end === end && one.replacement === replacement))
      return
    const line = bytes.slice(0, start).split('\n').length
    drafts.push({ scope: place.scope, operator, from, to, line, start, end, replacement })
  }

  /** A statement with its semicolon, which the tree leaves out. */
  const wholeStatement = (node: Node): Range => {
    const { start, end } = rangeOf(node)
    return { start, end: end + (/^\s*;/.exec(bytes.slice(end, end + 80))?.[0].length ?? 0) }
  }

  const operatorAt = (left: Node, right: Node, operator: string): Range => {
    const from = rangeOf(left).end
    const at = from + bytes.slice(from, rangeOf(right).start).indexOf(operator)
    return { start: at, end: at + operator.length }
  }

  /** Comparisons whose boundary makes no difference: both sides are the same there, and one is chosen. */
  const choices = new Set<Node>()
  const noteChoice = (test: Node, chosen: readonly (Node | undefined)[]): void => {
    if (test.nodeType !== 'BinaryOperation') return
    const sides = [test.leftExpression, test.rightExpression].map((side) => textOf(side as Node)).toSorted()
    const texts = chosen.map((one) => (one === undefined ? '' : textOf(one))).toSorted()
    if (texts.join('\0') === sides.join('\0')) choices.add(test)
  }
  /** The two sides of `if (…) a = b;`. */
  const assignedIn = (node: Node): readonly (Node | undefined)[] => {
    const body = node.trueBody as Node
    const first = body.nodeType === 'Block' ? nodesOf(body.statements)[0] : body
    const assignment = first?.expression
    if (isNode(node.falseBody) || !isNode(assignment) || assignment.operator !== '=') return []
    return [assignment.leftHandSide, assignment.rightHandSide].filter(isNode)
  }

  const binary = (node: Node, place: Place): void => {
    const operator = String(node.operator)
    const left = node.leftExpression as Node
    const right = node.rightExpression as Node
    const at = operatorAt(left, right, operator)
    for (const other of COMPARISONS[operator] ?? [])
      if (!choices.has(node) || !isBoundary(operator, other)) add(place, 'comparison', at, other)
    const opposite = ARITHMETIC[operator]
    if (opposite !== undefined) add(place, 'arithmetic', at, opposite)
    if (operator === '&&' || operator === '||') {
      add(place, 'logic', at, operator === '&&' ? '||' : '&&')
      add(place, 'operand', rangeOf(node), textOf(left))
      add(place, 'operand', rangeOf(node), textOf(right))
    }
  }

  const literal = (node: Node, place: Place): void => {
    const written = textOf(node)
    if (node.kind === 'bool') add(place, 'literal', rangeOf(node), written === 'true' ? 'false' : 'true')
    if (node.kind === 'string' && written.length > 2) add(place, 'literal', rangeOf(node), '""')
    if (node.kind !== 'number' || written.length >= 42) return
    const plain = /^\d+$/.test(written) ? BigInt(written) : null
    add(place, 'literal', rangeOf(node), plain === null ? `(${written} + 1)` : String(plain + 1n))
    if (plain !== 0n)
      add(place, 'literal', rangeOf(node), plain === null ? `(${written} - 1)` : String(plain - 1n))
  }

  const swapped = (list: readonly Node[], place: Place, from = 0): void => {
    for (let i = from; i + 1 < list.length; i += 1) {
      const [left, right] = [list[i], list[i + 1]]
      if (left === undefined || right === undefined) continue
      const typeOf = (node: Node) =>
        (node.typeDescriptions as { typeIdentifier?: string } | undefined)?.typeIdentifier
      if (typeOf(left) !== typeOf(right) || textOf(left) === textOf(right)) continue
      const between = bytes.slice(rangeOf(left).end, rangeOf(right).start)
      const range = { start: rangeOf(left).start, end: rangeOf(right).end }
      add(place, 'argument order', range, textOf(right) + between + textOf(left))
    }
  }

  const condition = (node: Node, place: Place, values: readonly string[]): void => {
    for (const value of values) add(place, 'condition', rangeOf(node), value)
  }

  /** `if (…) revert`: that it always reverts is seen by every test, so only its absence is tried. */
  const isGuard = (node: Node): boolean => {
    const body = node.trueBody as Node
    const first = body.nodeType === 'Block' ? nodesOf(body.statements)[0] : body
    return !isNode(node.falseBody) && first?.nodeType === 'RevertStatement'
  }

  const visitAll = (nodes: readonly Node[], place: Place): void => {
    for (const node of nodes) visit(node, place)
  }

  const VISITORS: Readonly<Record<string, (node: Node, place: Place) => void>> = {
    ContractDefinition: (node, place) => {
      if (node.contractKind === 'interface') return
      visitAll(nodesOf(node.nodes), { ...place, scope: String(node.name) })
    },
    FunctionDefinition: (node, place) => {
      const name = String(node.name === '' ? node.kind : node.name)
      const body = isNode(node.body) ? rangeOf(node.body) : rangeOf(node)
      const head = { start: rangeOf(node).start, end: body.start }
      const inside = { scope: `${place.scope}.${name}`, shown: head }
      for (const modifier of nodesOf(node.modifiers)) {
        if (modifier.kind === 'modifierInvocation') add(inside, 'modifier', rangeOf(modifier), '')
        else visit(modifier, inside)
      }
      if (isNode(node.body)) visit(node.body, inside)
    },
    ModifierDefinition: (node, place) => {
      if (isNode(node.body)) visit(node.body, { ...place, scope: `${place.scope}.${String(node.name)}` })
    },
    VariableDeclaration: (node, place) => {
      if (isNode(node.value)) visit(node.value, { ...place, shown: rangeOf(node) })
    },
    VariableDeclarationStatement: (node, place) => {
      if (isNode(node.initialValue)) visit(node.initialValue, { ...place, shown: rangeOf(node) })
    },
    IfStatement: (node, place) => {
      const test = node.condition as Node
      const shown = { start: rangeOf(node).start, end: rangeOf(node.trueBody as Node).start }
      const short =
        rangeOf(node.trueBody as Node).end - shown.end < 120 ? rangeOf(node.trueBody as Node).end : shown.end
      const head = { ...place, shown: { ...shown, end: short } }
      noteChoice(test, assignedIn(node))
      condition(test, head, isGuard(node) ? ['false'] : ['false', 'true'])
      visit(test, head)
      visitAll([node.trueBody, node.falseBody].filter(isNode), place)
    },
    Conditional: (node, place) => {
      noteChoice(node.condition as Node, [node.trueExpression as Node, node.falseExpression as Node])
      condition(node.condition as Node, place, ['false', 'true'])
      visitAll(childrenOf(node), place)
    },
    WhileStatement: (node, place) => loop(node, place),
    ForStatement: (node, place) => loop(node, place),
    ExpressionStatement: (node, place) => removable(node, place),
    EmitStatement: (node, place) => removable(node, place),
    Return: (node, place) => removable(node, place),
    Break: (node, place) => removable(node, place),
    Continue: (node, place) => removable(node, place),
    RevertStatement: (node, place) => visitAll(childrenOf(node), { ...place, shown: wholeStatement(node) }),
    BinaryOperation: (node, place) => {
      binary(node, place)
      visitAll(childrenOf(node), place)
    },
    UnaryOperation: (node, place) => {
      const operator = String(node.operator)
      const operand = node.subExpression as Node
      if (['!', '~', '-'].includes(operator)) add(place, 'unary', rangeOf(node), textOf(operand))
      if (operator === '++' || operator === '--') {
        const other = operator === '++' ? '--' : '++'
        add(
          place,
          'unary',
          rangeOf(node),
          node.prefix === true ? other + textOf(operand) : textOf(operand) + other,
        )
      }
      visit(operand, place)
    },
    Assignment: (node, place) => {
      const operator = String(node.operator)
      const opposite = ASSIGNMENTS[operator]
      const at = operatorAt(node.leftHandSide as Node, node.rightHandSide as Node, operator)
      if (opposite !== undefined) for (const other of [opposite, '=']) add(place, 'assignment', at, other)
      visitAll(childrenOf(node), place)
    },
    MemberAccess: (node, place) => {
      const member = String(node.memberName)
      const other = OPPOSITE_MEMBERS[member]
      const { end } = rangeOf(node)
      if (other !== undefined) add(place, 'rounding', { start: end - member.length, end }, other)
      visitAll(childrenOf(node), place)
    },
    FunctionCall: (node, place) => {
      const called = node.expression as Node
      const named = (node.names as readonly string[] | undefined) ?? []
      const name = String(called.memberName ?? called.name)
      if (named.length === 0) swapped(nodesOf(node.arguments), place, SYMMETRIC.has(name) ? 1 : 0)
      visitAll(childrenOf(node), place)
    },
    TupleExpression: (node, place) => {
      if (node.isInlineArray !== true && node.lValueRequested !== true)
        swapped(nodesOf(node.components), place)
      visitAll(childrenOf(node), place)
    },
    Literal: literal,
  }

  const loop = (node: Node, place: Place): void => {
    const { body, condition: test } = node as { body?: Node; condition?: Node }
    if (body === undefined) return
    const head = { ...place, shown: { start: rangeOf(node).start, end: rangeOf(body).start } }
    if (isNode(test)) {
      condition(test, head, ['false'])
      visit(test, head)
    }
    if (isNode(node.initializationExpression)) visit(node.initializationExpression, head)
    visit(body, place)
  }

  const removable = (node: Node, place: Place): void => {
    const range = wholeStatement(node)
    const inside = { ...place, shown: range }
    add(inside, 'statement', range, '{}')
    visitAll(childrenOf(node), inside)
  }

  const visit = (node: Node, place: Place): void => {
    if (SKIPPED_NODES.has(node.nodeType)) return
    const visitor = VISITORS[node.nodeType]
    if (visitor === undefined) visitAll(childrenOf(node), place)
    else visitor(node, place)
  }

  if (isNode(tree)) visit(tree, { scope: '', shown: { start: 0, end: 0 } })
  return numbered(file, drafts)
}

const keyOf = ({ scope, operator, from, to }: Draft): string => JSON.stringify([scope, operator, from, to])

const numbered = (file: string, drafts: readonly Draft[]): readonly Mutant[] => {
  const seen = new Map<string, number>()
  return drafts.map((draft) => {
    const nth = (seen.get(keyOf(draft)) ?? 0) + 1
    seen.set(keyOf(draft), nth)
    return { file, nth, ...draft }
  })
}

/** What a fault is known by from one run to the next. */
export type MutantKey = Pick<Mutant, 'file' | 'scope' | 'operator' | 'from' | 'to' | 'nth'>

export const idOf = ({ file, scope, operator, from, to, nth }: MutantKey): string =>
  createHash('sha256')
    .update(JSON.stringify([file, scope, operator, from, to, nth]))
    .digest('hex')
    .slice(0, 16)

/** The source with the fault in it. */
export const withFault = (text: string, { start, end, replacement }: Mutant): string => {
  const bytes = Buffer.from(text).toString('latin1')
  return Buffer.from(bytes.slice(0, start) + replacement + bytes.slice(end), 'latin1').toString()
}

/**
 * `file:line scope: what is before [-removed-]{+added+} what is after`, with a few words around the change.
 */
export const descriptionOf = ({ file, line, scope, from, to }: Mutant): string => {
  let head = 0
  while (head < Math.min(from.length, to.length) && from[head] === to[head]) head += 1
  let tail = 0
  while (tail < Math.min(from.length, to.length) - head && from.at(-1 - tail) === to.at(-1 - tail)) tail += 1
  const before = from.slice(Math.max(0, head - 60), head)
  const after = from.slice(from.length - tail).slice(0, 60)
  const removed = from.slice(head, from.length - tail)
  const added = to.slice(head, to.length - tail)
  return `${file}:${line} ${scope}: ${before}[-${removed}-]{+${added}+}${after}`
}
