/**
 * Comments, documents and test titles in plain standard English (docs/terms.md), and comments of a width to
 * read.
 */
import { parseSync } from 'oxc-parser'

/** Columns of a comment's line, its indentation counted. */
export const COMMENT_WIDTH_MAX = 110

/** Words that docs/terms.md replaces, and those of STYLE's "Language": each has a plainer one. */
const BANNED: readonly RegExp[] = [
  /\b(?:no|some|any|every)body(?:'s|’s)?\b/i,
  /\bwh(?:o|om)(?:so)?ever\b/i,
  /\bfor ever\b/i,
  /\banew\b/i,
  /\btold\b|\bunless told\b/i,
  /\blie[sd]?\b|\blying\b/i,
  /\bspell(?:s|ed|ings?)?\b/i,
  /\bspoil(?:s|ed|t|ing)?\b/i,
  /\bin a ring\b/i,
  /\bfront door\b|\bthe house\b|\bthe way in\b|\btry-out\b/i,
]

/**
 * In comments, titles and documents: in a program they are parts of names, which have a list of their own.
 */
const BANNED_IN_TEXTS: readonly RegExp[] = [
  /\bstands\b|(?<![-\w])stand\b(?![- ](?:for|in|still))|\bstood\b/i,
  /(?<!\bat[\s/*]+)\bleast\b/i,
  /\bthe most\b(?! common\b)/i,
  /\blaps(?:e|es|ing)\b/i,
]

/** What a variable, function, parameter or type is not called. API fields are: they are keys, not names. */
const BANNED_NAME =
  /^(?:least|most|stands|lapse[sd]?|lapsing)(?![a-z])|^(?:LEAST|MOST)(?![A-Z])|[a-z](?:Lapse[sd]?|Lapsing)(?![a-z])|^(?:say|asked|[tT]akings?|takeWhole|lookAgain|standingOf)$/

/** A line that cannot be broken: a directive, or one word. */
const isUnbreakable = (line: string): boolean =>
  /biome-ignore|@ts-|@vitest-environment|https?:\/\//.test(line) ||
  !/\S\s+\S/.test(line.replace(/^\s*[/*]+\s*/, ''))

/** Solidity and CSS: no literal of theirs holds the start of a comment, but strings. */
const COMMENTS = /("(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*')|\/\/[^\n]*|\/\*[\s\S]*?\*\//g

interface Piece {
  readonly start: number
  readonly text: string
}

const isTest = (file: string): boolean => /\.(?:test|spec)\.tsx?$/.test(file)
/** What a test is called, and what it says it expects: literals that are sentences. */
const TITLES = /(?<=\b(?:it|test|describe|step|each\([^)]*\))\s*\(\s*)(['"`])(?:\\.|(?!\1)[^\\])*\1/g

/** The comments of a source file; of a test its titles as well. */
const piecesOf = (file: string, source: string): readonly Piece[] => {
  if (file.endsWith('.md'))
    return [{ start: 0, text: source.replaceAll(/```[\s\S]*?```|`[^`\n]*`|\]\([^)]*\)/g, blank) }]
  if (!/\.[cm]?[jt]sx?$/.test(file))
    return [...source.matchAll(COMMENTS)]
      .filter(([, quoted]) => quoted === undefined)
      .map(({ index, 0: text }) => ({ start: index, text }))
  const { comments } = parseSync(file, source)
  const said = comments.map(({ start, end }) => ({ start, text: source.slice(start, end) }))
  const titles = isTest(file)
    ? [...source.matchAll(TITLES)].map(({ index, 0: text }) => ({ start: index, text }))
    : []
  return [...said, ...titles]
}

/** As long, and of the same lines: what follows keeps its place. */
const blank = (text: string): string => text.replaceAll(/[^\n]/g, ' ')

const lineAt = (source: string, at: number): number => source.slice(0, at).split('\n').length

/** Code is quoted in comments: `nobody` is Debian's user. */
const withoutCode = (text: string): string => text.replaceAll(/`[^`]*`/g, blank)

/** Banned words of a file: `file:line: word`. */
export const bannedWords = (file: string, source: string): string[] =>
  piecesOf(file, source).flatMap(({ start, text }) =>
    [...BANNED, ...BANNED_IN_TEXTS].flatMap((word) => {
      const spoken = text.startsWith('`') ? text : withoutCode(text)
      const found = word.exec(spoken)
      return found === null ? [] : [`${file}:${lineAt(source, start + found.index)}: ${found[0]}`]
    }),
  )

/**
 * Names that are not ours to change: React's attribute, and what is on the wire or a column.
 * Debian's user `nobody` is one too.
 */
const GIVEN = /\bspellCheck\b|\beverybody\b|\btold\b|'nobody'/g

/** Code without its comments, each word of a name by itself: `isLyingNode`, `is_lying`. */
const wordsOfCode = (file: string, source: string): string =>
  parseSync(file, source)
    .comments.reduce(
      (code, { start, end }) => code.slice(0, start) + blank(code.slice(start, end)) + code.slice(end),
      source,
    )
    .replaceAll(GIVEN, '')
    .replaceAll(/(?<=[a-z\d])(?=[A-Z])|_/g, ' ')

/** Banned words of a file's names and texts (logs, errors): `file:line: word`. */
export const bannedInCode = (file: string, source: string): string[] =>
  wordsOfCode(file, source)
    .split('\n')
    .flatMap((line, index) =>
      BANNED.flatMap((word) => {
        const found = word.exec(line)
        return found === null ? [] : [`${file}:${index + 1}: ${found[0]}`]
      }),
    )

interface Node {
  readonly type: string
  readonly start: number
  readonly name?: unknown
  readonly computed?: boolean
  readonly shorthand?: boolean
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'

/** The parts of a node that name something of its own, and not a field of what it is about. */
const partsOf = (node: Node): unknown[] => {
  const isField = (key: string): boolean =>
    node.computed !== true && node.shorthand !== true && (key === 'key' || key === 'property')
  return Object.entries(node).flatMap(([key, value]) => (isField(key) ? [] : value))
}

/** Banned names in a program: `file:line: name`. */
export const bannedNames = (file: string, source: string): string[] => {
  if (!/\.[cm]?[jt]sx?$/.test(file) || !source.split(/[^\w$]+/).some((word) => BANNED_NAME.test(word)))
    return []
  const found = new Set<string>()
  const left: unknown[] = [parseSync(file, source).program]
  while (left.length > 0) {
    const node = left.pop()
    if (!isNode(node)) continue
    if (node.type === 'Identifier' && typeof node.name === 'string' && BANNED_NAME.test(node.name))
      found.add(`${file}:${lineAt(source, node.start)}: ${node.name}`)
    left.push(...partsOf(node))
  }
  return [...found]
}

/** Lines of comments that are too wide: `file:line: columns`. */
export const wideComments = (file: string, source: string): string[] => {
  const lines = source.split('\n')
  const wide = new Set<number>()
  for (const { start, text } of piecesOf(file, source)) {
    if (!text.startsWith('/')) continue
    const first = lineAt(source, start)
    for (const [offset] of text.split('\n').entries()) {
      const line = lines[first - 1 + offset] ?? ''
      const isWhole = offset > 0 || /^\s*$/.test(line.slice(0, line.indexOf(text.slice(0, 2))))
      if (isWhole && [...line].length > COMMENT_WIDTH_MAX && !isUnbreakable(line)) wide.add(first + offset)
    }
  }
  return [...wide].map((line) => `${file}:${line}: ${[...(lines[line - 1] ?? '')].length}`)
}

/** Of Conventional Commits 1.0, what is used here. */
const SUBJECT = /^(?:build|chore|ci|docs|feat|fix|perf|refactor|style|test)(?:\([\w,./ -]+\))?!?: \S/
/** As `git revert` writes them, whatever is reverted. */
const REVERT = /^(?:Revert|Reapply) "/
const SUBJECT_WIDTH_MAX = 120

/**
 * What is wrong with a commit's subject, in words; nothing when it is `type(scope): what` in plain English.
 */
export const subjectFaults = (subject: string): string[] =>
  REVERT.test(subject)
    ? []
    : [
        ...(SUBJECT.test(subject) ? [] : ['is not `type(scope): what`']),
        ...(subject.length > SUBJECT_WIDTH_MAX ? [`is longer than ${SUBJECT_WIDTH_MAX}`] : []),
        ...[...BANNED, ...BANNED_IN_TEXTS].flatMap((word) => word.exec(withoutCode(subject))?.[0] ?? []),
      ]
