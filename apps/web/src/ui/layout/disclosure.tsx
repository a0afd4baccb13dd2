import type { ReactNode } from 'react'
import { Icon } from '../pictures/icons.tsx'

/** A title that opens its content. */
export const Disclosure = ({ title, children }: { readonly title: string; readonly children: ReactNode }) => (
  <details className="border-line not-first:border-t">
    <summary className="flex min-h-12 cursor-pointer list-none items-center gap-2 font-semibold [&::-webkit-details-marker]:hidden">
      <span className="flex-1">{title}</span>
      <span className="text-t3 transition-transform duration-150 in-[details[open]>summary]:rotate-90">
        <Icon name="chevron" size={16} />
      </span>
    </summary>
    <div className="pb-4 text-14 text-t2">{children}</div>
  </details>
)
