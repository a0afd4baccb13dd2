import '../ui/tokens.css'

/** The app itself; when its code does not come (offline, on a first visit), it is asked for again with the network. */
const start = (): void => {
  import('./main.tsx').catch(() => addEventListener('online', start, { once: true }))
}

// The document's own skeleton is painted first: on a slow phone the app's code keeps the screen white for half a second.
// A page in the background paints nothing, and need not wait for it.
if (document.visibilityState === 'hidden') start()
else requestAnimationFrame(() => setTimeout(start))
