import type { Solution } from '../../../chain/shortage/shortage.rules.ts'
import { useT } from '../../../i18n/use-t.ts'
import { NumberedList } from '../../../ui/lists/numbered-list.tsx'
import { preparationText } from './shortage-text.ts'

type WayStepsProps = {
  readonly solution: Solution | null
  /** Titles of the calls that follow, in order. */
  readonly then: readonly string[]
}

/**
 * Calls that first get what is missing, shown before the button is pressed; nothing if nothing is missing.
 */
export const WaySteps = ({ solution, then }: WayStepsProps) => {
  const t = useT()
  if (solution === null || solution.steps.length === 0 || solution.missing !== null) return null
  const steps = solution.steps.map((step) => preparationText(t, step))
  return (
    <div role="status" className="rounded-16 border border-line bg-s2 px-4 py-3">
      <NumberedList label={t('tx.steps')} items={[...steps, ...then]} />
      <p className="mt-2 text-12 text-t2">{t('tx.way.rest')}</p>
    </div>
  )
}
