/**
 * Every fault of a source at once: each place where a fault is tried becomes `block.basefee == <id> ? fault : original`, so
 * that all faults are compiled together and a test run chooses one by the base fee, which no contract reads. A base fee of
 * 0 is the original. Places are found in the compiler's own syntax tree, offsets are of bytes.
 */
import { createRequire } from 'node:module'

const solc = createRequire(import.meta.url)('solc') as { compile(input: string): string }

export interface Mutant {
  /** From 1 on; what the base fee is set to. */
  readonly id: number
  /** Within `src`. */
  readonly file: string
  readonly line: number
  readonly kind: 'operator' | 'condition' | 'statement' | 'boundary' | 'rounding' | 'constant'
  readonly original: string
  readonly fault: string
}

interface Node {
  readonly nodeType: string
  readonly src: string
  readonly [key: string]: unknown
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'nodeType' in value && 'src' in value

const childrenOf = (node: Node): readonly Node[] =>
  Object.values(node)
    .flatMap((value) => (Array.isArray(value) ? value : [value]))
    .filter(isNode)

const rangeOf = ({ src }: Node): { readonly start: number; readonly end: number } => {
  const [start = 0, length = 0] = src.split(':').map(Number)
  return { start, end: start + length }
}

/** What each operator becomes: a boundary moved, or the other operation. */
const SWAPPED: Readonly<Record<string, string>> = {
  ...{ '<': '<=', '<=': '<', '>': '>=', '>=': '>', '==': '!=', '!=': '==', '&&': '||', '||': '&&' },
  ...{ '+': '-', '-': '+', '*': '/', '/': '*', '%': '*', '<<': '>>', '>>': '<<', '&': '|', '|': '&' },
}
const COMPARISONS = ['<', '<=', '>', '>=', '==', '!=']
const SWAPPED_ASSIGNMENTS: Readonly<Record<string, string>> = { '+=': '-=', '-=': '+=', '|=': '&=', '&=': '|=' }

/** Nothing below these is code that runs, or may depend on the block. */
const LEFT_ALONE = [
  ...['PragmaDirective', 'ImportDirective', 'EventDefinition', 'ErrorDefinition', 'StructDefinition'],
  ...['EnumDefinition', 'UsingForDirective', 'InheritanceSpecifier', 'StructuredDocumentation', 'OverrideSpecifier'],
  ...['InlineAssembly', 'ModifierInvocation', 'ElementaryTypeName', 'ArrayTypeName', 'UserDefinedTypeName', 'Mapping'],
  ...['ParameterList', 'IdentifierPath', 'UserDefinedValueTypeDefinition'],
]

/** Numbers alone: the compiler's own arithmetic, whose type would change. */
const isNumber = (node: unknown): boolean => {
  if (!isNode(node)) return false
  if (node.nodeType === 'Literal') return true
  if (node.nodeType === 'UnaryOperation') return isNumber(node.subExpression)
  if (node.nodeType === 'BinaryOperation') return isNumber(node.leftExpression) && isNumber(node.rightExpression)
  return node.nodeType === 'TupleExpression' && (node.components as unknown[]).every(isNumber)
}

/** `uint256`, `uint16` …: types that a constant can be one more of. */
const isUint = (node: unknown): boolean =>
  isNode(node) && node.nodeType === 'ElementaryTypeName' && String(node.name).startsWith('uint')

export interface Source {
  /** Within `src`. */
  readonly file: string
  readonly text: string
}

/** The syntax trees of sources, parsed alone: imports are not followed. */
export const parse = (sources: readonly Source[]): ReadonlyMap<string, unknown> => {
  const input = {
    language: 'Solidity',
    sources: Object.fromEntries(sources.map(({ file, text }) => [file, { content: text }])),
    settings: { stopAfter: 'parsing', outputSelection: { '*': { '': ['ast'] } } },
  }
  const output = JSON.parse(solc.compile(JSON.stringify(input))) as {
    readonly errors?: readonly { readonly severity: string; readonly formattedMessage: string }[]
    readonly sources?: Readonly<Record<string, { readonly ast: unknown }>>
  }
  const failures = (output.errors ?? []).filter(({ severity }) => severity === 'error')
  if (failures.length > 0) throw new Error(failures.map(({ formattedMessage }) => formattedMessage).join('\n'))
  return new Map(Object.entries(output.sources ?? {}).map(([file, { ast }]) => [file, ast]))
}

/** Reading the block is nothing that a pure function may do. */
export const withoutPure = (text: string): string => text.replaceAll(/\bpure\b/g, 'view')

/** Names of constants that other constants are made of, or arrays as long as: they stay constants. */
export const namesInConstants = (trees: Iterable<unknown>): ReadonlySet<string> => {
  const names = new Set<string>()
  const collect = (node: Node): void => {
    if (node.nodeType === 'Identifier') names.add(String(node.name))
    for (const child of childrenOf(node)) collect(child)
  }
  const walk = (node: Node): void => {
    const isConstant = node.nodeType === 'VariableDeclaration' && node.constant === true
    if (isConstant && isNode(node.value)) collect(node.value)
    if (node.nodeType === 'ArrayTypeName' && isNode(node.length)) collect(node.length)
    if (node.nodeType === 'InlineAssembly')
      for (const word of JSON.stringify(node.AST ?? '').matchAll(/"name":"(\w+)"/g)) names.add(word[1] ?? '')
    for (const child of childrenOf(node)) walk(child)
  }
  for (const tree of trees) if (isNode(tree)) walk(tree)
  return names
}

/** A source with all its faults, and what they are. */
export const mutate = (
  { file, text }: Source,
  { tree, firstId, fixedNames }: { tree: unknown; firstId: number; fixedNames: ReadonlySet<string> },
): { readonly text: string; readonly mutants: readonly Mutant[] } => {
  // Offsets are of bytes: one character a byte, until it is written.
  const bytes = Buffer.from(text).toString('latin1')
  const mutants: Mutant[] = []
  const plain = (node: Node): string => bytes.slice(rangeOf(node).start, rangeOf(node).end)
  const readable = (part: string): string => Buffer.from(part, 'latin1').toString().replaceAll(/\s+/g, ' ')

  const add = (node: Node, kind: Mutant['kind'], fault: string): string => {
    const line = bytes.slice(0, rangeOf(node).start).split('\n').length
    const id = firstId + mutants.length
    mutants.push({ id, file, line, kind, original: readable(plain(node)), fault: readable(fault) })
    return `block.basefee == ${id}`
  }
  const chosen = (node: Node, original: string, faults: readonly (readonly [Mutant['kind'], string])[]): string =>
    faults.reduceRight(
      (rest, [kind, fault]) => `(${add(node, kind, fault)} ? ${fault} : ${rest})`,
      original,
    )

  /** With the semicolon of a statement, or of the last one in it, which stands outside of its range. */
  const endOf = (node: Node): number => {
    const { end } = rangeOf(node)
    const last = [node.falseBody, node.trueBody, node.body].find(isNode)
    if (last !== undefined) return Math.max(end, endOf(last))
    const isStatement = node.nodeType === 'ExpressionStatement' || node.nodeType === 'EmitStatement'
    return isStatement ? end + (/^\s*;/.exec(bytes.slice(end, end + 200))?.[0].length ?? 0) : end
  }

  const inside = (node: Node): string => {
    const { start, end } = rangeOf(node)
    let place = start
    let out = ''
    const parts = childrenOf(node).toSorted((a, b) => rangeOf(a).start - rangeOf(b).start)
    for (const part of parts) {
      const range = rangeOf(part)
      // A tree names some places twice, or outside of their parent.
      if (range.start < place || range.end > end) continue
      out += bytes.slice(place, range.start) + render(part)
      place = endOf(part)
    }
    return out + bytes.slice(Math.min(place, end), end)
  }

  const binary = (node: Node): string => {
    const { operator, leftExpression, rightExpression } = node as unknown as {
      readonly operator: string
      readonly leftExpression: Node
      readonly rightExpression: Node
    }
    if (isNumber(node)) return plain(node)
    const swapped = SWAPPED[operator]
    const faults: (readonly [Mutant['kind'], string])[] = []
    const between = bytes.slice(rangeOf(leftExpression).end, rangeOf(rightExpression).start)
    const written = (by: string, right = plain(rightExpression)): string =>
      `${plain(leftExpression)}${between.replace(operator, by)}${right}`
    if (swapped !== undefined) faults.push(['operator', written(swapped)])
    const isPlainNumber = rightExpression.nodeType === 'Literal' && rightExpression.kind === 'number'
    if (COMPARISONS.includes(operator) && isPlainNumber && !rightExpression.subdenomination)
      faults.push(['boundary', written(operator, `(${plain(rightExpression)} + 1)`)])
    return chosen(node, `(${inside(node)})`, faults)
  }

  const statement = (node: Node): string => {
    const expression = isNode(node.expression) ? node.expression : null
    if (expression?.nodeType === 'UnaryOperation' && expression.operator === 'delete') return removable(node)
    if (expression?.nodeType === 'Assignment') {
      const { operator, leftHandSide, rightHandSide } = expression as unknown as {
        readonly operator: string
        readonly leftHandSide: Node
        readonly rightHandSide: Node
      }
      const swapped = SWAPPED_ASSIGNMENTS[operator]
      if (swapped !== undefined) {
        const between = bytes.slice(rangeOf(leftHandSide).end, rangeOf(rightHandSide).start)
        const fault = `${plain(leftHandSide)}${between.replace(operator, swapped)}${plain(rightHandSide)}`
        return `if (${add(node, 'operator', fault)}) { ${fault}; } else { ${removable(node)} }`
      }
    }
    return removable(node)
  }
  /** A statement that is left out. */
  const removable = (node: Node): string => {
    const kept = inside(node)
    return `if (!(${add(node, 'statement', '')})) { ${kept}${kept.trimEnd().endsWith(';') ? '' : ';'} }`
  }

  const constant = (node: Node): string => {
    const value = node.value as Node
    const { start, end } = rangeOf(node)
    const head = bytes.slice(start, rangeOf(value).start).replace(/\bconstant\b/, 'immutable')
    const kept = plain(value)
    const fault = `(${kept}) + 1`
    return `${head}(${add(node, 'constant', fault)} ? ${fault} : ${kept})${bytes.slice(rangeOf(value).end, end)}`
  }

  const ofContract: string[] = []
  const render = (node: Node): string => {
    if (LEFT_ALONE.includes(node.nodeType)) return plain(node)
    switch (node.nodeType) {
      case 'ContractDefinition': {
        if (node.contractKind === 'interface') return plain(node)
        ofContract.push(String(node.contractKind))
        const out = inside(node)
        ofContract.pop()
        return out
      }
      case 'VariableDeclaration': {
        if (node.constant !== true) return inside(node)
        const movable = ofContract.at(-1) === 'contract' && isUint(node.typeName) && isNode(node.value)
        return movable && !fixedNames.has(String(node.name)) ? constant(node) : plain(node)
      }
      case 'BinaryOperation':
        return binary(node)
      case 'UnaryOperation':
        return node.operator === '!' && isNode(node.subExpression)
          ? chosen(node, inside(node), [['operator', plain(node.subExpression)]])
          : inside(node)
      case 'MemberAccess':
        return node.memberName === 'Ceil'
          ? chosen(node, plain(node), [['rounding', plain(node).replace(/Ceil$/, 'Floor')]])
          : inside(node)
      case 'IfStatement': {
        const condition = node.condition as Node
        const body = rangeOf(node)
        const range = rangeOf(condition)
        const guard = chosen(condition, render(condition), [
          ['condition', 'false'],
          ['condition', 'true'],
        ])
        const branches = [node.trueBody, node.falseBody].filter(isNode)
        let place = range.end
        let out = bytes.slice(body.start, range.start) + guard
        for (const branch of branches) {
          out += bytes.slice(place, rangeOf(branch).start) + render(branch)
          place = endOf(branch)
        }
        return out + bytes.slice(Math.min(place, body.end), body.end)
      }
      case 'ForStatement': {
        // A loop that never ends says nothing but that it is one.
        const { body } = node as unknown as { readonly body: Node }
        const { start, end } = rangeOf(node)
        return bytes.slice(start, rangeOf(body).start) + render(body) + bytes.slice(Math.min(endOf(body), end), end)
      }
      case 'ExpressionStatement':
      case 'EmitStatement':
        return statement(node)
      case 'FunctionCall': {
        // Conversions: `address(0)` takes nothing but a number.
        const { expression } = node as unknown as { readonly expression: Node }
        return expression.nodeType === 'ElementaryTypeNameExpression' && isNumber((node.arguments as Node[])[0])
          ? plain(node)
          : inside(node)
      }
      default:
        return inside(node)
    }
  }
  const rendered = isNode(tree) ? bytes.slice(0, rangeOf(tree).start) + render(tree) + bytes.slice(rangeOf(tree).end) : bytes
  return { text: Buffer.from(rendered, 'latin1').toString(), mutants }
}
