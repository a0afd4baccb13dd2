import { APP_VERSION } from '@dr/protocol/constants'
import type { ReactNode } from 'react'
import { useLocale, useT } from '../../i18n/use-t.ts'
import { type Fault, pinned, type ReleaseState, tellWorker } from '../../lib/release.ts'
import { Button } from '../../ui/form/button.tsx'
import { Sheet } from '../../ui/sheet/sheet.tsx'

/** Compares a site with its source (tools/release). */
const COMMAND = 'npm run verify-site'

type ReleaseSheetProps = { readonly open: boolean; readonly onOpenChange: (open: boolean) => void }

/** Version and release of the app: what this device is held to, what the site did, what no check sees. */
export const ReleaseSheet = ({ open, onOpenChange }: ReleaseSheetProps) => {
  const t = useT()
  const state = pinned.useValue()
  return (
    <Sheet
      name="release"
      open={open}
      onOpenChange={onOpenChange}
      title={t('version.title')}
      description={t('shell.version', { version: state?.version ?? APP_VERSION })}
    >
      <div className="flex flex-col gap-5 text-14">
        {state?.fault ? <FaultPart state={state} fault={state.fault} /> : null}
        {state?.next ? <NextPart next={state.next} /> : null}
        {state ? (
          <div className="flex flex-col gap-2">
            <p>{t('version.pinned', { version: state.version })}</p>
            <p className="text-t2">{t(state.whole ? 'version.whole' : 'version.partly')}</p>
          </div>
        ) : (
          <p>{t('version.unpinned')}</p>
        )}
        <Part title={t('version.limits')}>
          <ul className="flex list-disc flex-col gap-1.5 pl-4.5 text-t2">
            <li>{t('version.limits.first', { command: COMMAND })}</li>
            <li>{t('version.limits.worker')}</li>
            <li>{t('version.limits.hidden')}</li>
          </ul>
        </Part>
      </div>
    </Sheet>
  )
}

const Part = ({ title, children }: { readonly title: string; readonly children: ReactNode }) => (
  <section className="flex flex-col gap-2">
    <h3 className="font-semibold">{title}</h3>
    {children}
  </section>
)

const FaultPart = ({ state, fault }: { readonly state: ReleaseState; readonly fault: Fault }) => {
  const t = useT()
  const { version } = state
  const close = (): void => {
    pinned.set({ ...state, fault: null })
    void tellWorker({ wish: 'dismiss' })
  }
  return (
    <div className="rounded-16 bg-out-soft p-4">
      <Part title={t('version.fault')}>
        <p>{t(`version.fault.${fault.kind}`, { version, path: fault.path ?? '' })}</p>
        {fault.kind === 'worker' ? null : <p>{t('version.fault.kept', { version })}</p>}
        <p>{t('version.fault.do', { command: COMMAND })}</p>
        <p>{t('version.fault.leave')}</p>
        <div className="mt-1 flex flex-wrap gap-2">
          <a
            href="./exit.html"
            target="_blank"
            rel="noreferrer"
            className="grid min-h-12 flex-1 place-items-center rounded-16 bg-s3 px-4 text-center text-16 leading-tight font-semibold text-t1"
          >
            {t('exit.page')}
          </a>
          <Button className="flex-1" onClick={close}>
            {t('version.fault.read')}
          </Button>
        </div>
      </Part>
    </div>
  )
}

const NextPart = ({ next }: { readonly next: NonNullable<ReleaseState['next']> }) => {
  const t = useT()
  const changes = next.changes[useLocale()] ?? []
  return (
    <Part title={t('release.next', { version: next.version })}>
      <p className="text-t2">{t('version.next.lead')}</p>
      <ul className="flex list-disc flex-col gap-1.5 pl-4.5">
        {changes.map((change) => (
          <li key={change}>{change}</li>
        ))}
      </ul>
      <Button
        variant="primary"
        onClick={() => void tellWorker({ wish: 'update' }).then(() => location.reload())}
      >
        {t('version.next.use')}
      </Button>
      <p className="text-12 text-t2">{t('version.next.later')}</p>
    </Part>
  )
}
