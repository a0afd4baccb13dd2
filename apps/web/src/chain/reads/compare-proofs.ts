import type { ExportedProof } from '@dr/protocol/roots/exported-proof'

type Lines = Pick<ExportedProof, 'books'>

/**
 * Compares an account's lines with earlier ones: what was earned only rises, and no line disappears. The
 * worst that is found; null: nothing.
 */
export const lineFault = (now: Lines, before: Lines): 'missing' | 'fell' | null => {
  const faults = before.books.map(({ vault, token, earned }) => {
    const line = now.books.find((book) => book.vault === vault && book.token === token)
    if (line === undefined) return 'missing'
    return line.earned < earned ? 'fell' : null
  })
  return faults.find((fault) => fault === 'missing') ?? faults.find((fault) => fault === 'fell') ?? null
}
