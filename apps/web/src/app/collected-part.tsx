import { useState } from 'react'
import { closeCollected, useCollected } from '../api/collected.ts'
import { withTexts } from '../i18n/i18n.ts'
import { PATHS } from '../pages/paths.ts'
import { useGo } from '../pages/use-go.ts'
import { lazySheet } from '../ui/sheet/lazy-sheet.tsx'

const CollectedSheet = lazySheet(
  withTexts(() => import('../features/mining/collected-sheet.tsx').then((module) => module.CollectedSheet)),
)

/** Sheet with the result of a collection, over any page. */
export const CollectedPart = () => {
  const collected = useCollected()
  const { push } = useGo()
  const [used, setUsed] = useState(false)
  if (collected !== null && !used) setUsed(true)
  return used ? (
    <CollectedSheet
      open={collected !== null}
      onOpenChange={closeCollected}
      collected={collected}
      onWithdraw={() => {
        closeCollected()
        push(PATHS.withdrawal, { value1: '0' })
      }}
    />
  ) : null
}
