import { useState } from 'react'
import { closeCollected, useCollected } from '../api/collected.ts'
import { withTexts } from '../i18n/i18n.ts'
import { PATHS, type Path } from '../pages/paths.ts'
import { useGo } from '../pages/use-go.ts'
import { lazySheet } from '../ui/sheet/lazy-sheet.tsx'

const CollectedSheet = lazySheet(
  withTexts(() => import('../features/mining/collected-sheet.tsx').then((module) => module.CollectedSheet)),
)

/** What a collection brought, over whichever page it was made on. */
export const CollectedPart = () => {
  const collected = useCollected()
  const { push } = useGo()
  const [used, setUsed] = useState(false)
  if (collected !== null && !used) setUsed(true)
  const leaveTo = (path: Path, values = {}) => {
    closeCollected()
    push(path, values)
  }
  return used ? (
    <CollectedSheet
      open={collected !== null}
      onOpenChange={closeCollected}
      collected={collected}
      onWithdraw={() => leaveTo(PATHS.withdrawal, { value1: '0' })}
      onPower={() => leaveTo(PATHS.power)}
    />
  ) : null
}
