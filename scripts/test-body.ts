/** Callees under which a title runs; with `.skip`, `.fixme`, `.todo` or `.only` it is none of these. */
const CALLEE = /(?:^|[\s(])(?:it|test|test\.step)$/
const SKIPS = /\b(?:it|test|describe|step)\.(?:skip|fixme|todo|only)\b|\bx(?:it|describe)\(/

/** The text before a call's opening parenthesis, without the table of an `.each(…)`. */
function calleeBefore(text: string): string {
  const before = text.trimEnd()
  if (!before.endsWith(')')) return before
  let depth = 0
  for (let at = before.length - 1; at >= 0; at -= 1) {
    if (before[at] === ')') depth += 1
    if (before[at] === '(') depth -= 1
    if (depth === 0) return before.slice(0, at).replace(/\.each$/, '')
  }
  return ''
}

/** From where the title is to the end of its call: the first line that closes at the call's own indentation. */
function untilEnd(source: string, at: number): string {
  const lineStart = source.lastIndexOf('\n', at) + 1
  const rest = source.slice(at)
  const [line = ''] = rest.split('\n', 1)
  if (/\)$/.test(line) && !/[{(,]$/.test(line)) return line
  const own = /^\s*/.exec(source.slice(lineStart))?.[0] ?? ''
  // The title of a table's test is on the line that closes the table, or one level below the call.
  const end = new RegExp(`\\n(?:${own}|${own.slice(2)})\\}?\\)$`, 'm').exec(rest)
  return end === null ? rest : rest.slice(0, end.index)
}

/**
 * What runs under that title in a file of tests: of Vitest or Playwright, a step included, or a function of a Solidity
 * test; undefined where no test or step has it, or the file skips any.
 */
export function bodyOfTest(source: string, title: string): string | undefined {
  if (title === '' || SKIPS.test(source)) return undefined
  const solidity = source.indexOf(`function ${title}(`)
  if (solidity >= 0) return source.slice(solidity, source.indexOf('\n    }\n', solidity))
  for (const quote of ["'", '"', '`']) {
    const literal = `${quote}${title}${quote}`
    for (let at = source.indexOf(literal); at >= 0; at = source.indexOf(literal, at + 1)) {
      const before = source.slice(0, at).trimEnd()
      if (before.endsWith('(') && CALLEE.test(calleeBefore(before.slice(0, -1)))) return untilEnd(source, at)
    }
  }
  return undefined
}
