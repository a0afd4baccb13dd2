import { readLocale } from '../i18n/locales.ts'
import { type Fault, pinned, type ReleaseState, tellWorker } from '../lib/release.ts'

/** Milliseconds of delay, after the first page's requests. */
const PATIENCE_MS = 3_000
const CHECK_EVERY_MS = 3_600_000
/** Time in which the running worker says whether a list has the file that is to replace it. */
const ANSWER_MS = 30_000

const savesData = (): boolean =>
  (navigator as { readonly connection?: { readonly saveData?: boolean } }).connection?.saveData === true

/**
 * Follows what the worker of a pinned build reports (src/worker), and the worker itself: ours takes over only
 * when no page is open, so one that replaces it under this page, or that it finds in no list, is not ours.
 */
const watchPinned = (): void => {
  const workers = navigator.serviceWorker
  let own = workers.controller
  let replaced = false
  const report = (): void => {
    const state = pinned.get()
    const fault: Fault = { kind: 'worker' }
    replaced = true
    if (state) pinned.set({ ...state, fault })
  }
  const check = async (): Promise<void> => {
    // A site may have the browser forget its data, and the worker with it.
    if ((await workers.getRegistration()) === undefined) report()
    else await tellWorker({ wish: 'check' })
  }
  const checkUpdate = (): void => {
    if (pinned.get() === null) return
    const late = setTimeout(report, ANSWER_MS)
    void check().then(() => clearTimeout(late))
  }
  const keep = (): void => void tellWorker({ wish: 'keep', locale: readLocale(), saveData: savesData() })
  workers.onmessage = ({ source, data }: MessageEvent<ReleaseState>) => {
    if (source === own && !replaced) pinned.set(data)
  }
  workers.oncontrollerchange = () => {
    if (own) return report()
    own = workers.controller
    keep()
  }
  void workers.ready.then((registration) => registration.addEventListener('updatefound', checkUpdate))
  setInterval(() => {
    if (pinned.get()) void check()
  }, CHECK_EVERY_MS)
  setTimeout(keep, PATIENCE_MS)
}

/**
 * Registers the service worker, so that the app opens offline (build/service-worker.js), and in a build with
 * release keys runs signed releases alone (src/worker). Without service workers (an embedded view, plain HTTP)
 * the app works unchanged.
 */
export const registerServiceWorker = (): void => {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  if (__PINNED__) watchPinned()
  const register = (): void => {
    navigator.serviceWorker.register('./sw.js').catch(() => undefined)
  }
  setTimeout(() => {
    if (document.readyState === 'complete') register()
    else addEventListener('load', register, { once: true })
  }, PATIENCE_MS)
}
