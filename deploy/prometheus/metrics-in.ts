/** A metric in a PromQL expression, with the labels that select it. */
export interface MetricUse {
  readonly name: string
  readonly labels: readonly string[]
}

const STRINGS = /"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'/g
const GROUPINGS = /\b(?:by|on|without|ignoring|group_left|group_right)\s*\(([^)]*)\)/g
const RANGES = /\[[^\]]*\]|\boffset\s+\w+/g
const WORDS = new Set(['and', 'or', 'unless', 'bool', 'inf', 'nan'])
/** A name that is not followed by `(`, which would be a function, with the content of its braces. */
const SELECTORS = /(?<![\w.$])([a-zA-Z_:][\w:]*)(?![\w:])(?!\s*\()(?:\{([^}]*)\})?/g

const namesIn = (list: string): string[] =>
  list
    .split(',')
    .map((part) => /[a-zA-Z_]\w*/.exec(part)?.[0] ?? '')
    .filter(Boolean)

/**
 * The metrics in a PromQL expression. The labels of its groupings count for each metric: enough for
 * expressions with one metric, or several with the same labels.
 */
export const metricsIn = (expression: string): readonly MetricUse[] => {
  const plain = expression.replaceAll(STRINGS, '""').replaceAll(RANGES, '')
  const grouped = [...plain.matchAll(GROUPINGS)].flatMap(([, list = '']) => namesIn(list))
  return [...plain.replaceAll(GROUPINGS, ' ').matchAll(SELECTORS)]
    .filter(([, name = '']) => !WORDS.has(name.toLowerCase()))
    .map(([, name = '', matchers = '']) => ({ name, labels: [...namesIn(matchers), ...grouped] }))
}
