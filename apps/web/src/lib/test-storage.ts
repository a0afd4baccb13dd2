/** A browser's storage for tests: `localStorage` or `sessionStorage` as far as the app uses it. */
export const testStorage = (entries = new Map<string, string>()) => ({
  getItem: (key: string) => entries.get(key) ?? null,
  setItem: (key: string, value: string) => void entries.set(key, value),
  removeItem: (key: string) => void entries.delete(key),
})
