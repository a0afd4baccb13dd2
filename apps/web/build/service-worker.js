// Keeps the app's own files, so that it opens without a network; build/service-worker.ts fills in the names.
// Only files of the build are ever answered from the cache: no quote, no balance, no answer of the API or the
// chain.
const VERSION = '__VERSION__'
const SHELL = '__SHELL__'
const CACHE = `shell-${VERSION}`
const base = new URL('./', self.location.href)

self.addEventListener('install', (event) => {
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(SHELL)))
})

// An older release's files go when its last page is closed: until then that page may still ask for them.
self.addEventListener('activate', (event) => {
  event.waitUntil(
    caches
      .keys()
      .then((names) => Promise.all(names.filter((name) => name !== CACHE).map((name) => caches.delete(name))))
      .then(() => self.clients.claim()),
  )
})

/** The document: the newest there is; without a network, the one that was kept. */
const document = (request) => fetch(request).catch(async () => (await caches.match('./')) ?? Response.error())

/** No one waits for it, and a full disk keeps nothing: the page has its file all the same. */
const keep = (request, copy) =>
  caches
    .open(CACHE)
    .then((cache) => cache.put(request, copy))
    .catch(() => undefined)

/** A file whose name carries its content's hash never changes: kept once it was loaded. */
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
