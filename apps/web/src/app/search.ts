import type { PageValues } from '../pages/use-go.ts'

const VALUE = /^value[1-9]$/

/** Keeps `value1` … `value9` (requirement §2) as text and drops everything else. */
export const readValues = (search: Record<string, unknown>): PageValues =>
  Object.fromEntries(
    Object.entries(search).filter(([name, value]) => VALUE.test(name) && typeof value === 'string'),
  )

/** Values stay text: `value1=7` must not become a number. */
export const parseSearch = (query: string): Record<string, unknown> =>
  Object.fromEntries(new URLSearchParams(query))

export function stringifySearch(search: Record<string, unknown>): string {
  const texts = Object.entries(search).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string',
  )
  const query = new URLSearchParams(texts).toString()
  return query === '' ? '' : `?${query}`
}
