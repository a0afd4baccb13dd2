import '../ui/tokens.css'

/** Copy of api/next-task.ts, which loads with the app's code. */
const nextTask = (): Promise<void> => new Promise((resolve) => setTimeout(resolve))

/**
 * Starts the app: React first, in its own task, since together they block a slow phone for 60 ms. A failed
 * load (offline, on a first visit) is retried when the network is back.
 */
const start = async (): Promise<void> => {
  try {
    const { createAppRoot } = await import('./root.ts')
    await nextTask()
    const { openApp } = await import('./main.tsx')
    await openApp(createAppRoot)
  } catch (error) {
    addEventListener('online', () => void start(), { once: true })
    reportError(error)
  }
}

// The document's skeleton is painted first: on a slow phone the app's code delays painting by half a
// second. A background page paints nothing, so it does not wait.
if (!document.documentElement.hasAttribute('data-old')) {
  // An older browser shows another page (build/old-browser.ts).
  if (document.visibilityState === 'hidden') void start()
  else requestAnimationFrame(() => setTimeout(start))
}
