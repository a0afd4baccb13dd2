import { lazy, Suspense, useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { onFirstToast } from './toast.ts'

const Region = lazy(() => import('./toast-region.tsx').then((module) => ({ default: module.ToastRegion })))

/**
 * Mounts the toast region when the first toast comes, so that no visitor loads it for nothing. It stands in the body
 * itself: an open sheet hides the app behind it from assistive technology, and would hide a region inside the app too.
 */
export function Toaster({ label }: { readonly label: string }) {
  const [wanted, setWanted] = useState(false)
  useEffect(() => onFirstToast(() => setWanted(true)), [])
  if (!wanted) return null
  return createPortal(
    <Suspense fallback={null}>
      <Region label={label} />
    </Suspense>,
    document.body,
  )
}
