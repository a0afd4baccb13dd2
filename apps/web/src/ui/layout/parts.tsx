import { Children, type ReactNode } from 'react'

/**
 * Parts of a line with dots between them: a part that does not fit moves to the next line before it wraps.
 * A dot is centred in its gap, including the space before the part, also in fonts with full-width dots; a
 * dot at the start of a line is cut off by the margin.
 */
export const Parts = ({ children }: { readonly children: ReactNode }) => (
  <span className="block overflow-hidden">
    <span className="-ml-[1em] block">
      {Children.map(Children.toArray(children), (part, index) => (
        <>
          {index > 0 ? ' ' : null}
          <span className="relative inline-block max-w-full pl-[1em]">
            {index > 0 ? (
              <span className="absolute left-0 flex w-[.7em] justify-center" aria-hidden="true">
                ·
              </span>
            ) : null}
            <span>{part}</span>
          </span>
        </>
      ))}
    </span>
  </span>
)
