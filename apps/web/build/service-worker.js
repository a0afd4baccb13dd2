// Caches the app's own files, so that it opens offline; build/service-worker.ts fills in the names. Only
// build files are served from the cache: no quotes, balances, or answers of the API or the chain.
const VERSION = '__VERSION__'
const SHELL = '__SHELL__'
const CACHE = `shell-${VERSION}`
const base = new URL('./', self.location.href)

self.addEventListener('install', (event) => {
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(SHELL)))
})

// An older release's files are deleted when its last page is closed, which may still request them.
self.addEventListener('activate', (event) => {
  event.waitUntil(
    caches
      .keys()
      .then((names) => Promise.all(names.filter((name) => name !== CACHE).map((name) => caches.delete(name))))
      .then(() => self.clients.claim()),
  )
})

/** The newest document, or the cached one when offline. */
const document = (request) => fetch(request).catch(async () => (await caches.match('./')) ?? Response.error())

/** Not awaited, and a full disk is ignored: the page has its file anyway. */
const keep = (request, copy) =>
  caches
    .open(CACHE)
    .then((cache) => cache.put(request, copy))
    .catch(() => undefined)

/** Files with a content hash in their name never change: cached after their first load. */
const asset = async (event) => {
  const { request } = event
  const kept = await caches.match(request)
  if (kept) return kept
  const response = await fetch(request)
  if (response.ok) event.waitUntil(keep(request, response.clone()))
  return response
}

self.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== base.origin) return
  if (pathname.startsWith(`${base.pathname}assets/`)) event.respondWith(asset(event))
  else if (request.mode === 'navigate' && pathname === base.pathname) event.respondWith(document(request))
})
