/**
 * What the customer's text says of screens, entities and formats, flows and validation (sections 2 to 5), one
 * sentence or one named thing each, exactly as it is there: the spec map is held against it.
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

export interface Sentences {
  readonly screens: readonly string[]
  readonly entities: readonly string[]
  readonly flows: readonly string[]
  readonly validation: readonly string[]
}

export const sentencesOf = (text: string): Sentences => {
  const [screens, entities, flows, validation] = [2, 3, 4, 5].map((number) => sectionOf(text, number))
  const contents = screens?.split('Screen contents:')[1] ?? ''
  return {
    screens: bulletsOf(contents)
      .flatMap((bullet) => named(bullet, ',;.'))
      .filter((part) => !part.endsWith('not shown')),
    entities: [
      ...paragraph(entities ?? '', 'Client session state'),
      ...bulletsOf(entities ?? '').flatMap((bullet) => named(bullet, '.;')),
      ...paragraph(entities ?? '', 'Domain entities'),
      ...paragraph(entities ?? '', 'Formatting'),
    ],
    flows: bulletsOf(flows ?? '').flatMap((bullet) => named(bullet, '.;')),
    validation: bulletsOf(validation ?? ''),
  }
}
