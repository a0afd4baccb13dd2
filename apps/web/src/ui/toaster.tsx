import { lazy, Suspense, useEffect, useState } from 'react'
import { onFirstToast } from './toast.ts'

const Region = lazy(() => import('./toast-region.tsx').then((module) => ({ default: module.ToastRegion })))

/** Mounts the toast region when the first toast comes, so that no visitor loads it for nothing. */
export function Toaster({ label }: { readonly label: string }) {
  const [wanted, setWanted] = useState(false)
  useEffect(() => onFirstToast(() => setWanted(true)), [])
  return wanted ? (
    <Suspense fallback={null}>
      <Region label={label} />
    </Suspense>
  ) : null
}
