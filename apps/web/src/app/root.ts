import { createRoot, type Root } from 'react-dom/client'

/** Creates React's root, and runs React's own code before the app's (start.ts). */
export const createAppRoot = (): Root => {
  const container = document.getElementById('root')
  if (!container) throw new Error('index.html has no #root')
  return createRoot(container)
}
