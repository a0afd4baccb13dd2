/** A browser's storage for tests: the part of `localStorage` or `sessionStorage` that the app uses. */
export const testStorage = (entries = new Map<string, string>()) => ({
  getItem: (key: string) => entries.get(key) ?? null,
  setItem: (key: string, value: string) => void entries.set(key, value),
  removeItem: (key: string) => void entries.delete(key),
})
