import { useState } from 'react'
import { withTexts } from '../i18n/i18n.ts'
import { useT } from '../i18n/use-t.ts'
import { pinned } from '../lib/release.ts'
import { createStore } from '../lib/store.ts'
import { Button } from '../ui/form/button.tsx'
import { Banner } from '../ui/layout/banner.tsx'
import { lazySheet } from '../ui/sheet/lazy-sheet.tsx'

// A build without release keys leaves both out.
const ReleaseSheet = /* @__PURE__ */ lazySheet(
  /* @__PURE__ */ withTexts(() =>
    import('../features/release/release-sheet.tsx').then((module) => module.ReleaseSheet),
  ),
)
const sheet = /* @__PURE__ */ createStore(false)
export const showRelease = (open: boolean): void => sheet.set(open)

/**
 * Banner on every page of a build with release keys while a finding about the site is unread, or a newer release
 * waits; and their sheet.
 */
export const ReleasePart = () => {
  const t = useT()
  const state = pinned.useValue()
  const open = sheet.useValue()
  const [latched, setLatched] = useState(open)
  if (open && !latched) setLatched(true)
  const { fault, next, version } = state ?? {}
  return (
    <>
      {fault || next ? (
        <div className="px-4 py-2">
          <Banner
            tone={fault ? 'out' : 'gold'}
            icon={fault ? 'alert' : 'info'}
            live
            action={
              <Button size="sm" variant="ghost" onClick={() => showRelease(true)}>
                {t('common.details')}
              </Button>
            }
          >
            {fault
              ? fault.kind === 'worker'
                ? t('release.worker')
                : t('release.fault', { version: version ?? '' })
              : t('release.next', { version: next?.version ?? '' })}
          </Banner>
        </div>
      ) : null}
      {latched ? <ReleaseSheet open={open} onOpenChange={showRelease} /> : null}
    </>
  )
}
