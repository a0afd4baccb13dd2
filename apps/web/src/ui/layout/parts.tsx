import { Children, type ReactNode } from 'react'

/**
 * Parts of one line with dots between them: what does not fit beside goes below whole, before it breaks in
 * itself. A dot is in the middle of its gap, the space before the part included, and drawn: a Chinese font's
 * character is wider than the gap. One at the beginning of a line is cut off with the margin.
 */
export const Parts = ({ children }: { readonly children: ReactNode }) => (
  <span className="block overflow-hidden">
    <span className="-ml-[1em] block">
      {Children.map(Children.toArray(children), (part, index) => (
        <>
          {index > 0 ? ' ' : null}
          <span className="relative inline-block max-w-full pl-[1em]">
            {index > 0 ? (
              <span
                className="absolute top-[.66em] left-[.29em] size-[.18em] rounded-6 bg-current"
                aria-hidden="true"
              />
            ) : null}
            {part}
          </span>
        </>
      ))}
    </span>
  </span>
)
