import { Children, type ReactNode } from 'react'

/**
 * Parts of one line with dots between them: what does not fit beside goes below whole, before it breaks in
 * itself. A dot is in the middle of its gap, the space before the part included, in fonts too where it is as
 * wide as a letter; one that would be at the beginning of a line is cut off with the margin.
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
