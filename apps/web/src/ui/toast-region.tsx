import { useEffect } from 'react'
import { Toaster as Sonner, toast as show } from 'sonner'
import { connectToaster } from './toast.ts'

const classes = {
  toast:
    'flex w-fit max-w-full items-center gap-2 rounded-16 border border-line2 bg-s3 px-4 py-3 text-14 text-t1 shadow-card mx-auto inset-x-0',
  error: 'text-out',
  success: 'text-in',
}

export function ToastRegion({ label }: { readonly label: string }) {
  useEffect(
    () =>
      connectToaster(({ text, kind, durationMs }) => {
        const options = { duration: durationMs }
        if (kind === 'error') show.error(text, options)
        else if (kind === 'success') show.success(text, options)
        else show(text, options)
      }),
    [],
  )
  return (
    <Sonner
      position="top-center"
      // One below the other: stacked, a short text would stand across the longer one behind it.
      expand
      gap={8}
      offset={{ top: 'calc(env(safe-area-inset-top) + 64px)' }}
      mobileOffset={{ top: 'calc(env(safe-area-inset-top) + 64px)' }}
      containerAriaLabel={label}
      toastOptions={{ unstyled: true, classNames: classes }}
    />
  )
}
