/** Every comment, document and test title of the repository, and the check itself. */
import { execFileSync, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import {
  bannedInCode,
  bannedNames,
  bannedWords,
  COMMENT_WIDTH_MAX,
  subjectFaults,
  wideComments,
} from './plain-language.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))

/**
 * Not these: what names the banned words, what quotes the customer's text, and migrations, whose bytes are frozen by
 * their checksum.
 */
const EXCEPT =
  /^(docs\/(terms|spec-map)\.md|docs\/plans\/|tools\/checks\/(plain-language|requirement)|apps\/server\/migrations\/|apps\/web\/src\/i18n\/plain-words)/

const git = (...args: readonly string[]): readonly string[] =>
  execFileSync('git', args, { cwd: root, encoding: 'utf8' }).split('\n').filter(Boolean)

/** The commit since which subjects are held to the rule: those before it stay as they are. */
const FIRST_HELD = '4757328f7c15eb652995560175e51807b9c48309'

/** Commits since then; none in a checkout whose history does not go back to it. */
const subjects = (): readonly string[] => {
  const isKnown =
    spawnSync('git', ['merge-base', '--is-ancestor', FIRST_HELD, 'HEAD'], { cwd: root }).status === 0
  const isShallow = git('rev-parse', '--is-shallow-repository')[0] === 'true'
  return isShallow && !isKnown ? [] : git('log', '--no-merges', '--format=%s', `${FIRST_HELD}..HEAD`)
}

const files = git('ls-files', '--cached', '--others', '--exclude-standard').filter(
  (file) => /\.([cm]?[jt]sx?|sol|css|md)$/.test(file) && !EXCEPT.test(file),
)
const sources = files.map((file) => [file, readFileSync(root + file, 'utf8')] as const)

it('no banned word in a comment, a document or a test title', () => {
  expect(files.length).toBeGreaterThan(1_500)
  expect(sources.flatMap(([file, source]) => bannedWords(file, source))).toEqual([])
})

it('no banned word in a name, a log line or an error', () => {
  const code = sources.filter(([file]) => /\.[cm]?[jt]sx?$/.test(file))
  expect(code.flatMap(([file, source]) => bannedInCode(file, source))).toEqual([])
})

it('no banned name in a program', () => {
  expect(sources.flatMap(([file, source]) => bannedNames(file, source))).toEqual([])
})

it(`no comment wider than ${COMMENT_WIDTH_MAX} columns`, () => {
  expect(
    sources.flatMap(([file, source]) => (file.endsWith('.md') ? [] : wideComments(file, source))),
  ).toEqual([])
})

it('commits say in plain words what they change', () => {
  const faults = subjects().flatMap((subject) =>
    subjectFaults(subject).map((fault) => `${subject}: ${fault}`),
  )
  expect(faults).toEqual([])
  expect(subjectFaults('fix(web,server): a fee is shown with the quote')).toEqual([])
  expect(subjectFaults('Revert "fix(mining): the least price stands"')).toEqual([])
  expect(subjectFaults('fixed it')).toEqual(['is not `type(scope): what`'])
  expect(subjectFaults(`docs: the least that ${'word '.repeat(25)}`)).toEqual(['is longer than 120', 'least'])
})

it('finds what it looks for', () => {
  const wide = `// ${'word '.repeat(30)}`
  expect(bannedWords('a.ts', "const a = 1 // for whoever asks\nconst nobody = 'somebody'")).toEqual([
    'a.ts:1: whoever',
  ])
  expect(bannedWords('a.test.ts', "it('tells nobody', () => 1)")).toEqual(['a.test.ts:1: nobody'])
  expect(bannedWords('A.sol', '/// @notice nobody\nstring constant A = "anybody";')).toEqual([
    'A.sol:1: nobody',
  ])
  expect(bannedWords('a.md', 'one\n`nobody` runs it, for ever')).toEqual(['a.md:2: for ever'])
  const named =
    "// for whoever\nconst isLyingNode = tellNobody({ spellCheck: 'it lies' })\nconst row = { told: 1 }"
  expect(bannedInCode('a.ts', named)).toEqual(['a.ts:2: Nobody', 'a.ts:2: Lying'])
  expect(bannedInCode('a.ts', "log('nobody asked')")).toEqual(['a.ts:1: nobody'])
  expect(bannedWords('a.ts', '// at least 1, the least: it stands\n// the most common')).toEqual([
    'a.ts:1: stands',
    'a.ts:1: least',
  ])
  expect(bannedWords('a.md', 'at least one, at\nleast two, `least` of all')).toEqual([])
  expect(bannedWords('a.md', 'the least that stands')).toEqual(['a.md:1: stands', 'a.md:1: least'])
  expect(bannedNames('a.ts', 'const least = 1\nconst a = { least: 2, most }\na.least')).toEqual([
    'a.ts:2: most',
    'a.ts:1: least',
  ])
  expect(bannedNames('a.ts', 'const LEAST_PRICE = mostOf(endLapsed)')).toEqual([
    'a.ts:1: endLapsed',
    'a.ts:1: mostOf',
    'a.ts:1: LEAST_PRICE',
  ])
  expect(bannedNames('a.ts', 'const atLeast = 1, { least: min, mostly } = a')).toEqual([])
  expect(wideComments('a.ts', `const a = 1\n${wide}\nconst b = '${wide}'`)).toEqual(['a.ts:2: 153'])
  expect(wideComments('A.sol', `  /// ${'x '.repeat(60)}`)).toEqual(['A.sol:1: 126'])
  expect(wideComments('a.ts', `// https://example.org/${'x'.repeat(120)} see`)).toEqual([])
})
