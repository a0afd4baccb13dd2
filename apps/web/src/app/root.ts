import { createRoot, type Root } from 'react-dom/client'

/** React's root of the app; with it React's own code is run, before the app's (start.ts). */
export const createAppRoot = (): Root => {
  const container = document.getElementById('root')
  if (!container) throw new Error('index.html has no #root')
  return createRoot(container)
}
