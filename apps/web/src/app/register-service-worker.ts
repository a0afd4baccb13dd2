/** Milliseconds of delay, after the first page's requests. */
const PATIENCE_MS = 3_000

/**
 * Registers the service worker (build/service-worker.js), so that the app opens offline. Without service
 * workers (an embedded view, plain HTTP) the app works unchanged.
 */
export const registerServiceWorker = (): void => {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  const register = (): void => {
    navigator.serviceWorker.register('./sw.js').catch(() => undefined)
  }
  setTimeout(() => {
    if (document.readyState === 'complete') register()
    else addEventListener('load', register, { once: true })
  }, PATIENCE_MS)
}
