import { Children, type ReactNode } from 'react'

/** Parts of one line with dots between them: what does not fit beside goes below whole, before it breaks in itself. */
export function Parts({ children }: { readonly children: ReactNode }) {
  const parts = Children.toArray(children)
  return Children.map(parts, (part, index) => (
    <>
      {index > 0 ? ' ' : null}
      <span className="inline-block max-w-full">
        {part}
        {index < parts.length - 1 ? ' ·' : null}
      </span>
    </>
  ))
}
