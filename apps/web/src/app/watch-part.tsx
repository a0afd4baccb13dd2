import { useState } from 'react'
import { showWatched, useWatched } from '../chain/watched.ts'
import { withTexts } from '../i18n/i18n.ts'
import { useT } from '../i18n/use-t.ts'
import { Button } from '../ui/form/button.tsx'
import { Banner } from '../ui/layout/banner.tsx'
import { lazySheet } from '../ui/sheet/lazy-sheet.tsx'
import { shortenAddress } from '../ui/text/format.ts'

const WatchSheet = lazySheet(
  withTexts(() => import('../features/watch/watch-sheet.tsx').then((module) => module.WatchSheet)),
)

/** Banner on every page while an address is watched; its sheet loads when opened. */
export const WatchPart = () => {
  const t = useT()
  const { address, open } = useWatched()
  const [latched, setLatched] = useState(open)
  const short = address ? shortenAddress(address, 4) : ''
  if (open && !latched) setLatched(true)
  return (
    <>
      {address ? (
        <div className="px-4 pt-2">
          <Banner
            tone="off"
            icon="search"
            action={
              <Button
                size="sm"
                variant="ghost"
                aria-label={`${t('common.details')} ${short}`}
                onClick={() => showWatched(true)}
              >
                {t('common.details')}
              </Button>
            }
          >
            <span className="num">{t('shell.watching', { address: short })}</span>
          </Banner>
        </div>
      ) : null}
      {latched ? <WatchSheet open={open} onOpenChange={showWatched} /> : null}
    </>
  )
}
