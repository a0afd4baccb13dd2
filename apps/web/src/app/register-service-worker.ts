/** Long after what the first page needs. */
const PATIENCE_MS = 3_000

/**
 * Has the browser keep the app's own files (build/service-worker.js), so that it opens without a network.
 * Nothing depends on it: where there are no service workers (an embedded view, plain HTTP), the app is what
 * it was.
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
