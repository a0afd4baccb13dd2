import { useState } from 'react'
import { useT } from '../../i18n/use-t.ts'
import { Card } from '../../ui/layout/card.tsx'
import { ListRow } from '../../ui/lists/list-row.tsx'
import { lazySheet } from '../../ui/sheet/lazy-sheet.tsx'

const CalculatorSheet = lazySheet(() =>
  import('./calculator-sheet.tsx').then((module) => module.CalculatorSheet),
)

/** Opens the calculator of a machine's possible gain and loss. */
export const CalculatorCard = () => {
  const t = useT()
  const [open, setOpen] = useState(false)
  return (
    <Card className="py-1">
      <ul>
        <ListRow
          icon="info"
          title={t('calculator.title')}
          detail={t('calculator.hint')}
          chevron
          onClick={() => setOpen(true)}
        />
      </ul>
      <CalculatorSheet open={open} onOpenChange={setOpen} />
    </Card>
  )
}
