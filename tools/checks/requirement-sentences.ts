/**
 * What the customer's text says outside of its tables (sections 1 to 8), one sentence or one named thing
 * each, exactly as it is there: the spec map is held against it.
 */

const sectionOf = (text: string, number: number): string =>
  new RegExp(`\\n## ${number}\\. [^\\n]*\\n([\\s\\S]*?)(?=\\n## |$)`).exec(text)?.[1] ?? ''

/** At separators outside of parentheses. */
const splitOutside = (text: string, separators: string): string[] => {
  const parts = ['']
  let depth = 0
  for (const [index, char] of [...text].entries()) {
    if (char === '(') depth += 1
    if (char === ')') depth -= 1
    const ends = depth === 0 && separators.includes(char) && /^(\s|$)/.test(text.slice(index + 1))
    if (ends) parts.push('')
    else parts[parts.length - 1] += char
  }
  return parts.map((part) => part.trim()).filter((part) => part !== '')
}

const bulletsOf = (text: string): string[] =>
  [...text.matchAll(/^- (.*)$/gm)].map(([, bullet = '']) => bullet)

const named = (bullet: string, separators: string): string[] => {
  const [, name = '', rest = ''] = /^([^:]*): (.*)$/.exec(bullet) ?? []
  return name === ''
    ? splitOutside(bullet, '.')
    : splitOutside(rest, separators).map((part) => `${name}: ${part}`)
}

/** The paragraph that begins with `name`, as one named thing for each of its parts. */
const paragraph = (text: string, name: string): string[] => {
  const line = text.split('\n').find((one) => one.startsWith(name)) ?? ''
  return named(line.replace(/^(\w[\w ]*) \([^)]*\):/, '$1:'), ';.')
}

/** What the text itself says that it does not say. */
const isSaid = (part: string): boolean => !/not shown$|^This document |: the two readings /.test(part)

/** Paragraphs of prose: no tables, no bullets, no headings. */
const proseOf = (text: string): string[] =>
  text.split('\n').filter((line) => /^\w/.test(line) && !/: *$/.test(line))

/** A paragraph whose first words name what its parts are. */
const namedProse = (line: string): string[] =>
  splitOutside(line, '.').flatMap((sentence) => named(sentence, ';'))

export interface Sentences {
  readonly product: readonly string[]
  readonly routing: readonly string[]
  readonly screens: readonly string[]
  readonly entities: readonly string[]
  readonly flows: readonly string[]
  readonly validation: readonly string[]
  readonly roles: readonly string[]
  readonly calls: readonly string[]
  readonly errors: readonly string[]
}

export const sentencesOf = (text: string): Sentences => {
  const section = (number: number): string => sectionOf(text, number)
  const [before = '', contents = ''] = section(2).split('Screen contents:')
  const [preamble = ''] = text.split('\n## ')
  return {
    product: [
      ...proseOf(preamble).flatMap((line) => splitOutside(line, '.')),
      ...bulletsOf(section(1)).flatMap((bullet) => named(bullet, '.;')),
    ].filter(isSaid),
    routing: proseOf(before).flatMap((line) => splitOutside(line, '.')),
    screens: bulletsOf(contents)
      .flatMap((bullet) => named(bullet, ',;.'))
      .filter(isSaid),
    entities: [
      ...paragraph(section(3), 'Client session state'),
      ...bulletsOf(section(3)).flatMap((bullet) => named(bullet, '.;')),
      ...paragraph(section(3), 'Domain entities'),
      ...paragraph(section(3), 'Formatting'),
    ],
    flows: bulletsOf(section(4)).flatMap((bullet) => named(bullet, '.;')),
    validation: bulletsOf(section(5)),
    roles: bulletsOf(section(6))
      .flatMap((bullet) => splitOutside(bullet, '.;'))
      .filter(isSaid),
    calls: proseOf(section(7))
      .filter((line) => !line.startsWith('Legacy calls'))
      .flatMap(namedProse)
      .filter(isSaid),
    errors: proseOf(section(8))
      .flatMap((line) => splitOutside(line, '.'))
      .flatMap((sentence) => named(sentence, ','))
      .filter(isSaid),
  }
}
