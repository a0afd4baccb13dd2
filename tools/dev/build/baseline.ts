/** Finds features in built JavaScript and CSS that a baseline browser lacks, by MDN's browser-compat-data. */
import { createRequire } from 'node:module'
import type { CompatData, Identifier, SimpleSupportStatement } from '@mdn/browser-compat-data'
import { type Node, parse } from 'acorn'
import { fullAncestor } from 'acorn-walk'
import postcss, { type ChildNode } from 'postcss'

const data = createRequire(import.meta.url)('@mdn/browser-compat-data') as CompatData

/** Minimum version by the data's name of a browser. */
export type Versions = Readonly<Record<string, string>>

const number = (version: string): number => {
  const [major = 0, minor = 0] = version.replace('≤', '').split('.').map(Number)
  return major * 1_000 + minor
}

const since = (statement: SimpleSupportStatement, version: string): boolean => {
  const { version_added: added, version_removed: removed, flags, prefix, alternative_name: other } = statement
  if (flags || prefix || other || typeof added !== 'string' || added === 'preview') return false
  // A feature removed in a later version exists until then.
  const gone = typeof removed === 'string' && number(removed) <= number(version)
  return !gone && number(added) <= number(version)
}

/** Baseline browsers that lack it; none if the data does not know it. */
const lacking = (feature: Identifier | undefined, versions: Versions): string[] => {
  const support = feature?.__compat?.support as
    | Record<string, SimpleSupportStatement | SimpleSupportStatement[]>
    | undefined
  if (support === undefined) return []
  return Object.entries(versions)
    .filter(([browser, version]) => {
      const statements = [support[browser] ?? []].flat()
      return !statements.some((statement) => since(statement, version))
    })
    .map(([browser, version]) => `${browser} ${version}`)
}

type Tree = Readonly<Record<string, Identifier | undefined>>
const child = (tree: Tree | Identifier | undefined, name: string): Identifier | undefined =>
  tree !== undefined && Object.hasOwn(tree, name)
    ? (tree as Record<string, Identifier | undefined>)[name]
    : undefined

const builtins = data.javascript.builtins as unknown as Tree
const api = data.api as unknown as Tree
/** Names of globals, with their names in the data. */
const OBJECTS: Readonly<Record<string, string>> = {
  navigator: 'Navigator',
  document: 'Document',
  window: 'Window',
  crypto: 'Crypto',
  history: 'History',
}

/** Excluded: their method names are too common. */
const COMMON = ['Iterator', 'Temporal']
/** Interfaces of the DOM that the app uses. */
const ELEMENTS = ['Animation', 'Document', 'Element', 'HTMLDialogElement', 'HTMLElement', 'Node']

/** Methods of instances by name, with all their owners. */
const methods = new Map<string, Identifier[]>()
for (const owner of [
  ...Object.entries(builtins).flatMap(([name, each]) => (COMMON.includes(name) ? [] : [each])),
  ...ELEMENTS.map((name) => child(api, name)),
]) {
  for (const [name, member] of Object.entries((owner ?? {}) as Tree)) {
    if (name === '__compat' || name.endsWith('_event') || !member) continue
    methods.set(name, [...(methods.get(name) ?? []), member])
  }
}

interface MemberExpression extends Node {
  readonly type: 'MemberExpression'
  readonly object: Node & { readonly name?: string }
  readonly property: Node & { readonly name?: string }
  readonly computed: boolean
}

const globalMember = (owner: string, name: string): Identifier | undefined => {
  const known = OBJECTS[owner] ?? owner
  for (const tree of [child(builtins, known), child(api, known)]) {
    const found = child(tree, `${name}_static`) ?? child(tree, name)
    if (found) return found
  }
  return undefined
}

/**
 * Uses in a script, by name (`URL.canParse`, `.toSorted`), with the browsers that lack each. @throws for
 * newer syntax.
 */
export const scriptFaults = (source: string, versions: Versions): Map<string, string[]> => {
  const faults = new Map<string, string[]>()
  const note = (name: string, browsers: string[]): void => {
    if (browsers.length > 0) faults.set(name, browsers)
  }
  // Every baseline version supports all of ES2022.
  const program = parse(source, { ecmaVersion: 2022, sourceType: 'module' })
  fullAncestor(program, (node, _, ancestors) => {
    if (node.type === 'MemberExpression') {
      const { object, property, computed } = node as MemberExpression
      const name = property.name
      if (computed || name === undefined) return
      const known = object.name === undefined ? undefined : globalMember(object.name, name)
      if (known) {
        note(`${object.name}.${name}`, lacking(known, versions))
        return
      }
      const parent = ancestors.at(-2) as (Node & { readonly callee?: Node }) | undefined
      const owners = parent?.callee === node ? methods.get(name) : undefined
      const missing = owners?.map((owner) => lacking(owner, versions)) ?? []
      // A name that any owner has everywhere is inconclusive.
      if (missing.length > 0 && missing.every((browsers) => browsers.length > 0))
        note(`.${name}`, missing[0] ?? [])
    }
    if (node.type === 'Identifier') {
      const { name } = node as Node & { readonly name: string }
      const parent = ancestors.at(-2)
      const used = parent?.type === 'NewExpression' || parent?.type === 'CallExpression'
      // The build's own names are shorter.
      if (used && name.length > 3) {
        const made = child(child(builtins, name), name)
        note(name, lacking(made ?? child(builtins, name) ?? child(api, name), versions))
      }
    }
  })
  return faults
}

const css = data.css as unknown as Readonly<Record<string, Tree>>
const length = child(css.types, 'length')
const UNITS: Readonly<Record<string, Identifier | undefined>> = {
  dvh: child(length, 'viewport_percentage_units_dynamic'),
  svh: child(length, 'viewport_percentage_units_small'),
  lvh: child(length, 'viewport_percentage_units_large'),
  lh: child(length, 'lh'),
  cqw: child(length, 'container_query_length_units'),
}
const colors = child(css.types, 'color')

const isConditional = (node: ChildNode): boolean => {
  for (let at = node.parent; at && at.type !== 'root'; at = at.parent as typeof at) {
    if (at.type === 'atrule' && 'name' in at && at.name === 'supports') return true
  }
  return false
}

/** Uses in a style sheet, except inside `@supports`. */
export const styleFaults = (source: string, versions: Versions): Map<string, string[]> => {
  const faults = new Map<string, string[]>()
  const note = (name: string, feature: Identifier | undefined): void => {
    const browsers = lacking(feature, versions)
    if (browsers.length > 0) faults.set(name, browsers)
  }
  postcss.parse(source).walk((node) => {
    if (isConditional(node)) return
    if (node.type === 'atrule') note(`@${node.name}`, child(css['at-rules'], node.name))
    if (node.type === 'rule') {
      if (/(?<!\\)&/.test(node.selector)) note('nesting', child(css.selectors, 'nesting'))
      // `:is` and `:where` ignore unknown selectors.
      const strict = node.selector.replace(/:(is|where)\((?:[^()]|\([^()]*\))*\)/g, '')
      for (const [, name = ''] of strict.matchAll(/::?([a-z][a-z-]+)/g)) {
        if (!name.startsWith('-')) note(`:${name}`, child(css.selectors, name))
      }
    }
    if (node.type !== 'decl' || node.prop.startsWith('-')) return
    const prefixed = `-webkit-${node.prop}`
    if (node.parent?.some((other) => other.type === 'decl' && other.prop === prefixed)) return
    const property = child(css.properties, node.prop)
    note(node.prop, property)
    for (const [word] of node.value.matchAll(/(?<![\w-])[a-z][a-z-]+(?![\w-])/g)) {
      note(`${node.prop}: ${word}`, child(property, word))
      note(`${word}()`, node.value.includes(`${word}(`) ? child(colors, word) : undefined)
    }
    for (const [, unit = ''] of node.value.matchAll(/\d(dvh|svh|lvh|lh|cqw)\b/g)) note(unit, UNITS[unit])
  })
  return faults
}
