import { useUiTexts } from '../text/texts.tsx'
import type { Point } from './scale.ts'

/** Figures of a chart as a table, for screen readers and exact values. */
export const DataTable = ({
  title,
  head,
  points,
}: {
  readonly title: string
  readonly head: readonly [string, string]
  readonly points: readonly Point[]
}) => {
  const texts = useUiTexts()
  return (
    <details className="-mb-3 text-12 text-t2">
      <summary className="inline-flex min-h-11 cursor-pointer items-center">{texts.tableOf}</summary>
      <table className="num w-full">
        <caption className="sr-only">{title}</caption>
        <thead>
          <tr>
            <th scope="col" className="py-1 text-left font-normal">
              {head[0]}
            </th>
            <th scope="col" className="py-1 text-right font-normal">
              {head[1]}
            </th>
          </tr>
        </thead>
        <tbody>
          {points.map(({ label, text }) => (
            <tr key={label} className="border-t border-line">
              <th scope="row" className="py-1 text-left font-normal">
                {label}
              </th>
              <td className="py-1 text-right text-t1">{text}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  )
}
