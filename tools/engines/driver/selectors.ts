/** Playwright's selectors, as written by its own locators. */

type Text = string | RegExp

const ofPattern = (pattern: RegExp): string =>
  pattern.unicode || pattern.unicodeSets
    ? String(pattern)
    : String(pattern)
        .replace(/(^|[^\\])(\\\\)*(["'`])/g, '$1$2\\$3')
        .replaceAll('>>', '\\>\\>')

export const ofText = (text: Text, exact = false): string =>
  typeof text === 'string' ? JSON.stringify(text) + (exact ? 's' : 'i') : ofPattern(text)

const ofAttribute = (text: Text, exact = false): string =>
  typeof text === 'string'
    ? `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"${exact ? 's' : 'i'}`
    : ofPattern(text)

export interface RoleOptions {
  readonly checked?: boolean
  readonly disabled?: boolean
  readonly expanded?: boolean
  readonly includeHidden?: boolean
  readonly level?: number
  readonly pressed?: boolean
  readonly selected?: boolean
  readonly name?: Text
  readonly exact?: boolean
}

/** Names of role options in the engine's script. */
const ROLE_FIELDS = {
  checked: 'checked',
  disabled: 'disabled',
  expanded: 'expanded',
  includeHidden: 'include-hidden',
  level: 'level',
  pressed: 'pressed',
  selected: 'selected',
} as const

export const byRole = (role: string, options: RoleOptions = {}): string => {
  const fields = Object.entries(ROLE_FIELDS).flatMap(([field, name]) => {
    const value = options[field as keyof typeof ROLE_FIELDS]
    return value === undefined ? [] : [`[${name}=${value}]`]
  })
  const name = options.name === undefined ? '' : `[name=${ofAttribute(options.name, options.exact)}]`
  return `internal:role=${role}${fields.join('')}${name}`
}

export const byText = (text: Text, options: { readonly exact?: boolean } = {}): string =>
  `internal:text=${ofText(text, options.exact)}`

export const byLabel = (text: Text, options: { readonly exact?: boolean } = {}): string =>
  `internal:label=${ofText(text, options.exact)}`
