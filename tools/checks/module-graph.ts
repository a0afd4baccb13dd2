/** Dependencies between the server's modules: by imports, and by functions that `bin` passes. */
import type { CallExpression, Node } from 'oxc-parser'
import { isFunction, parseTypeScript, type SyntaxTree, within } from './syntax-tree.ts'

/** Module → the modules whose index.ts or tables.ts its files import, including types. */
export type ModuleGraph = ReadonlyMap<string, ReadonlySet<string>>

/** Whether `from` imports `to`, directly or indirectly. */
export const reaches = (graph: ModuleGraph, from: string, to: string): boolean => {
  const seen = new Set<string>()
  const next = [...(graph.get(from) ?? [])]
  for (let module = next.pop(); module !== undefined; module = next.pop()) {
    if (module === to) return true
    if (seen.has(module)) continue
    seen.add(module)
    next.push(...(graph.get(module) ?? []))
  }
  return false
}

/** Modules that depend on themselves. */
export const modulesInCycles = (graph: ModuleGraph): string[] =>
  [...graph.keys()].filter((module) => reaches(graph, module, module))

/** A function of one module that the composition root passes to another. */
export interface Handed {
  readonly name: string
  readonly from: string
  readonly to: string
}

const MODULE = /modules\/([a-z-]+)\/index\.ts$/

/** Imported name → module, without types. */
const importedFrom = ({ nodes }: SyntaxTree): Map<string, string> => {
  const names = new Map<string, string>()
  for (const node of nodes) {
    if (node.type !== 'ImportDeclaration' || node.importKind === 'type') continue
    const module = MODULE.exec(node.source.value)?.[1]
    if (module === undefined) continue
    for (const one of node.specifiers) {
      if (one.type !== 'ImportSpecifier' || one.importKind === 'type') continue
      names.set(one.local.name, module)
    }
  }
  return names
}

type Identifier = Extract<Node, { type: 'Identifier' }>

const isCall = (node: Node | undefined): node is CallExpression => node?.type === 'CallExpression'

/** Module whose `create…` function is called. */
const moduleOfCall = (
  node: Node | null | undefined,
  imported: ReadonlyMap<string, string>,
): string | undefined => {
  if (!node || !isCall(node) || node.callee.type !== 'Identifier') return undefined
  return node.callee.name.startsWith('create') ? imported.get(node.callee.name) : undefined
}

/**
 * Functions of a module that the composition root passes to a `create…` call of another: by name, in an
 * inline function, or by a constant. A function called there is not passed: it creates an instance.
 */
export const handedFunctions = (source: string): Handed[] => {
  const tree = parseTypeScript(source)
  const imported = importedFrom(tree)
  const moduleMadeBy = (node: Node | null | undefined) => moduleOfCall(node, imported)
  const constants = new Map<string, Node>()
  for (const node of tree.nodes) {
    if (node.type !== 'VariableDeclarator' || node.id.type !== 'Identifier' || !node.init) continue
    if (moduleMadeBy(node.init) === undefined) constants.set(node.id.name, node.init)
  }
  const isReference = (node: Node): node is Identifier => {
    if (node.type !== 'Identifier') return false
    const parent = tree.parentOf(node)
    if (parent?.type === 'MemberExpression') return parent.object === node || parent.computed
    return parent?.type !== 'Property' || parent.value === node || parent.shorthand
  }
  const isCalledAtOnce = (node: Node, root: Node): boolean => {
    const parent = tree.parentOf(node)
    if (!isCall(parent) || parent.callee !== node) return false
    for (let at: Node | undefined = parent; at && at !== root; at = tree.parentOf(at))
      if (isFunction(at)) return false
    return !isFunction(root)
  }
  const given = (root: Node, seen: ReadonlySet<string>): string[] =>
    within(root)
      .filter(isReference)
      .flatMap((node) => {
        if (imported.has(node.name)) return isCalledAtOnce(node, root) ? [] : [node.name]
        const constant = constants.get(node.name)
        return constant && !seen.has(node.name) ? given(constant, new Set([...seen, node.name])) : []
      })
  const handed = tree.nodes.flatMap((node) => {
    const to = moduleMadeBy(node)
    if (to === undefined || !isCall(node)) return []
    return node.arguments
      .flatMap((argument) => given(argument, new Set()))
      .map((name) => ({ name, from: imported.get(name) ?? '', to }))
      .filter(({ from }) => from !== to)
  })
  return [...new Map(handed.map((one) => [`${one.name} ${one.to}`, one])).values()]
}

/**
 * Parts of a module, such as `nodes.receiveIncome` or `dividends.power`, that are passed to a `create…`
 * call of another module.
 */
export const handedParts = (source: string): Handed[] => {
  const tree = parseTypeScript(source)
  const imported = importedFrom(tree)
  const moduleMadeBy = (node: Node | null | undefined) => moduleOfCall(node, imported)
  const made = new Map<string, string>()
  for (const node of tree.nodes) {
    if (node.type !== 'VariableDeclarator' || node.id.type !== 'Identifier') continue
    const module = moduleMadeBy(node.init)
    if (module !== undefined) made.set(node.id.name, module)
  }
  /** `const { isNode } = nodes`: a renamed part. */
  const taken = new Map<string, string>()
  for (const node of tree.nodes) {
    if (node.type !== 'VariableDeclarator' || node.id.type !== 'ObjectPattern') continue
    if (node.init?.type !== 'Identifier' || !made.has(node.init.name)) continue
    for (const one of node.id.properties)
      if (one.type === 'Property' && one.value.type === 'Identifier')
        taken.set(one.value.name, node.init.name)
  }
  return tree.nodes.flatMap((node) => {
    const to = moduleMadeBy(node)
    if (to === undefined || !isCall(node)) return []
    return within(node).flatMap((part) => {
      const parent = tree.parentOf(part)
      if (parent?.type !== 'Property' || parent.value !== part) return []
      if (part.type !== 'MemberExpression' && part.type !== 'Identifier') return []
      const text = source.slice(part.start, part.end)
      const of = part.type === 'Identifier' ? taken.get(text) : undefined
      const name = of === undefined ? text : `${of}.${text}`
      if (part.type === 'Identifier' && of === undefined) return []
      const from = made.get(name.split('.')[0] ?? '')
      return from === undefined || from === to ? [] : [{ name, from, to }]
    })
  })
}
