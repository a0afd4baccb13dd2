/** Cache storage of a browser. */
export const createStorage = () => {
  const caches = new Map<string, Map<string, Response>>()
  const storage = {
    open: async (name: string) => {
      const cache = caches.get(name) ?? new Map<string, Response>()
      caches.set(name, cache)
      return {
        put: async (url: string, response: Response) => void cache.set(url, response),
        match: async (url: string) => cache.get(url)?.clone(),
      }
    },
    keys: async () => [...caches.keys()],
    delete: async (name: string) => caches.delete(name),
  }
  return { caches, storage: storage as unknown as CacheStorage }
}
