/** docs/operations.md as a source of commands, which tests run. */
import { readFileSync } from 'node:fs'

export const OPERATIONS = readFileSync(new URL('../../../../../docs/operations.md', import.meta.url), 'utf8')

export interface Block {
  /** The nearest heading above the block. */
  readonly heading: string
  /** The first line, used as its name in a test. */
  readonly name: string
  readonly script: string
}

/** Its fenced blocks in order, including those in lists. */
export const readBlocks = (text = OPERATIONS): Block[] => {
  const blocks: Block[] = []
  let heading = ''
  let fence: { readonly indent: string; readonly lines: string[] } | undefined
  for (const line of text.split('\n')) {
    const indent = /^( *)```/.exec(line)?.[1]
    if (fence === undefined) {
      if (indent !== undefined) fence = { indent, lines: [] }
      else heading = /^#+ (.*)$/.exec(line)?.[1] ?? heading
    } else if (indent === fence.indent) {
      blocks.push({ heading, name: fence.lines[0] ?? '', script: fence.lines.join('\n') })
      fence = undefined
    } else {
      fence.lines.push(line.slice(fence.indent.length))
    }
  }
  if (fence !== undefined) throw new Error(`a fence below “${heading}” is not closed`)
  return blocks
}

/** The task in a row of its table of keys. */
const rotationOf = (what: string): string => {
  const row = OPERATIONS.split('\n').find((line) => line.startsWith(`| ${what} | `))
  const how = row?.split(' | ')[1]
  if (how === undefined) throw new Error(`docs/operations.md does not say how to rotate: ${what}`)
  return how
}

/** The SQL statement in that row. */
export const statementOf = (what: string): string => {
  const statement = /`((?:UPDATE|DELETE) [^`]+)`/.exec(rotationOf(what))?.[1]
  if (statement === undefined) throw new Error(`there is no statement in docs/operations.md for: ${what}`)
  return statement
}
