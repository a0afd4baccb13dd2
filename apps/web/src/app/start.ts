import '../ui/tokens.css'

/** As api/next-task.ts, which comes with the app's code. */
const nextTask = (): Promise<void> => new Promise((resolve) => setTimeout(resolve))

/**
 * The app itself: React first, in a task of its own, since together they keep a slow phone from answering for
 * 60 ms. When its code does not come (offline, on a first visit), it is asked for again with the network.
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

// The document's own skeleton is painted first: on a slow phone the app's code keeps the screen white for
// half a second. A page in the background paints nothing, and need not wait for it.
if (!document.documentElement.hasAttribute('data-old')) {
  // An older browser has a page that says so instead (build/old-browser.ts).
  if (document.visibilityState === 'hidden') void start()
  else requestAnimationFrame(() => setTimeout(start))
}
