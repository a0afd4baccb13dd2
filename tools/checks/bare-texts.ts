/**
 * Finds texts of components that a browser's translator would break: it replaces text nodes, and React
 * throws when it removes one that is gone, or inserts before it.
 */
import type { Expression, JSXChild, Node } from 'oxc-parser'
import { isFunction, parseTypeScript, type SyntaxTree, within } from './syntax-tree.ts'

/** Functions that return a text. */
const TEXT = /^(?:t|format\w*|\w+Text)$/
/** Puts each of its children into a separate element. */
const WRAPPING = /^<Parts\b/

type Outcome = 'text' | 'element' | 'nothing' | 'unknown'

const isBlank = (child: JSXChild): boolean => child.type === 'JSXText' && /^\s*\n\s*$/.test(child.value)

/** Possible results of a child or a returned value. */
const outcomesOf = (node: Node | null): readonly Outcome[] => {
  switch (node?.type) {
    case 'ConditionalExpression':
      return [...outcomesOf(node.consequent), ...outcomesOf(node.alternate)]
    case 'LogicalExpression':
      return [...(node.operator === '&&' ? (['nothing'] as const) : []), ...outcomesOf(node.right)]
    case 'JSXExpressionContainer':
    case 'ParenthesizedExpression':
      return outcomesOf(node.expression)
    case 'JSXElement':
      return ['element']
    case 'JSXFragment': {
      const [first, ...others] = node.children.filter((child) => !isBlank(child))
      return first && others.length === 0 ? outcomesOf(first) : ['element']
    }
    case 'JSXText':
    case 'TemplateLiteral':
      return ['text']
    case 'Literal':
      return [node.value === null || typeof node.value === 'boolean' ? 'nothing' : 'text']
    case 'CallExpression':
      return [node.callee.type === 'Identifier' && TEXT.test(node.callee.name) ? 'text' : 'unknown']
    default:
      return ['unknown']
  }
}

/** Function that contains `node`. */
const ownerOf = ({ parentOf }: SyntaxTree, node: Node): Node | undefined => {
  let owner = parentOf(node)
  while (owner && !isFunction(owner)) owner = parentOf(owner)
  return owner
}

const returnedBy = (tree: SyntaxTree, component: Expression): readonly (Node | null)[] => {
  if (!isFunction(component)) return []
  if (component.body?.type !== 'BlockStatement') return [component.body]
  return within(component.body).flatMap((node) =>
    node.type === 'ReturnStatement' && ownerOf(tree, node) === component ? [node.argument] : [],
  )
}

/** Returns conditional texts beside other children, or before them, and components that return a text. */
export const bareTexts = (source: string): readonly string[] => {
  const tree = parseTypeScript(source, 'tsx')
  const textOf = ({ start, end }: Node): string => source.slice(start, end)
  return tree.nodes.flatMap((node) => {
    if (node.type === 'JSXElement' || node.type === 'JSXFragment') {
      const children = node.children.filter((child) => !isBlank(child))
      if (children.length < 2 || WRAPPING.test(textOf(node))) return []
      return children
        .filter((child, index) => {
          const outcomes = new Set(child.type === 'JSXExpressionContainer' ? outcomesOf(child) : [])
          const next = outcomesOf(children[index + 1] ?? null)
          return outcomes.size > 1 && (outcomes.has('text') || next.includes('text'))
        })
        .map(textOf)
    }
    if (node.type !== 'VariableDeclarator' || node.id.type !== 'Identifier') return []
    if (!/^[A-Z][a-z]/.test(node.id.name) || !node.init) return []
    return returnedBy(tree, node.init).some((value) => outcomesOf(value).includes('text'))
      ? [node.id.name]
      : []
  })
}
