import { APP_VERSION } from '@dr/protocol/constants'
import { useState } from 'react'
import { inviteLink } from '../api/invite/invite-link.ts'
import { useSession } from '../api/session/session.ts'
import { NotStored } from '../chain/not-stored.tsx'
import { activateLocale } from '../i18n/i18n.ts'
import { LOCALE_NAMES, LOCALES, type Locale, storeLocale } from '../i18n/locales.ts'
import { useLocale, useT } from '../i18n/use-t.ts'
import { pinned } from '../lib/release.ts'
import { EXTRA_PATHS, PATHS, type Path } from '../pages/paths.ts'
import { useGo } from '../pages/use-go.ts'
import { serverNow } from '../ui/clock.ts'
import { Segmented } from '../ui/form/segmented.tsx'
import { ListRow } from '../ui/lists/list-row.tsx'
import { lazySheet } from '../ui/sheet/lazy-sheet.tsx'
import { Sheet } from '../ui/sheet/sheet.tsx'
import { toast } from '../ui/status/toast.ts'
import { formatZone } from '../ui/text/time-zone.ts'
import { useCopy } from '../ui/text/use-copy.ts'
import { showRelease } from './release-part.tsx'
import { setTheme, THEMES, useTheme } from './theme.ts'

const SecuritySheet = lazySheet(() =>
  import('../features/security/security-sheet.tsx').then((module) => module.SecuritySheet),
)

type MenuSheetProps = { readonly open: boolean; readonly onOpenChange: (open: boolean) => void }

/** Header menu (requirement §2) and settings. */
export const MenuSheet = ({ open, onOpenChange }: MenuSheetProps) => {
  const t = useT()
  const session = useSession()
  const copy = useCopy()
  const { push } = useGo()
  const [security, setSecurity] = useState<'unused' | 'open' | 'closed'>('unused')
  const goTo = (path: Path) => () => {
    onOpenChange(false)
    push(path)
  }
  const copyInvite = (): void => {
    if (session.status === 'signed-in') copy(inviteLink(session.address))
    else toast.plain(t('shell.menu.inviteSignIn'))
  }
  const openSecurity = (): void => {
    onOpenChange(false)
    setSecurity('open')
  }
  return (
    <>
      <Sheet name="menu" open={open} onOpenChange={onOpenChange} title={t('shell.menu')}>
        <ul>
          <ListRow icon="home" title={t('shell.tab.home')} chevron onClick={goTo(PATHS.home)} />
          <ListRow icon="coin" title={t('shell.menu.earnings')} chevron onClick={goTo(PATHS.assetsRecord)} />
          <ListRow icon="dao" title={t('shell.menu.team')} chevron onClick={goTo(PATHS.community)} />
          <ListRow icon="share" title={t('shell.menu.invite')} onClick={copyInvite} />
          {session.status === 'signed-in' ? (
            <ListRow icon="lock" title={t('security.title')} chevron onClick={openSecurity} />
          ) : null}
          <ListRow
            icon="shield"
            title={t('shell.menu.transparency')}
            chevron
            onClick={goTo(PATHS.platform)}
          />
          <ListRow icon="info" title={t('shell.menu.howItWorks')} chevron onClick={goTo(PATHS.platform2)} />
          {session.status === 'signed-in' && session.profile.flags.operator ? (
            <ListRow
              icon="list"
              title={t('shell.menu.operator')}
              chevron
              onClick={goTo(EXTRA_PATHS.operator)}
            />
          ) : null}
        </ul>
        <div className="flex flex-col gap-3 border-t border-line pt-4">
          <LanguageSelect />
          <ThemeChoice />
          <NotStored text="wallet.notStored" />
          <p className="text-center text-12 text-t2">
            {t('shell.timeZone', { zone: formatZone(new Date(serverNow()).getTimezoneOffset()) })}
          </p>
          <VersionLine onOpen={() => onOpenChange(false)} />
        </div>
      </Sheet>
      {session.status === 'signed-in' && security !== 'unused' ? (
        <SecuritySheet
          address={session.address}
          open={security === 'open'}
          onOpenChange={(next) => setSecurity(next ? 'open' : 'closed')}
        />
      ) : null}
    </>
  )
}

/** Version, and whether this device is pinned to it; with release keys it opens what that means. */
const VersionLine = ({ onOpen }: { readonly onOpen: () => void }) => {
  const t = useT()
  const isPinned = pinned.useValue() !== null
  const version = t('shell.version', { version: APP_VERSION })
  const style = 'num text-center text-12 text-t3'
  if (!__PINNED__) return <p className={style}>{`${version} · ${t('release.unsigned')}`}</p>
  return (
    <button
      type="button"
      className={`${style} tap underline`}
      onClick={() => {
        onOpen()
        showRelease(true)
      }}
    >
      {`${version} · ${t(isPinned ? 'release.pinned' : 'release.unpinned')}`}
    </button>
  )
}

const LanguageSelect = () => {
  const t = useT()
  const locale = useLocale()
  const choose = (next: Locale): void => {
    activateLocale(next).then(
      () => storeLocale(next),
      () => toast.error(t('error.transport')),
    )
  }
  return (
    <label className="flex min-h-11 items-center justify-between gap-3">
      <span className="font-semibold">{t('shell.language')}</span>
      <select
        value={locale}
        onChange={(event) => choose(event.target.value as Locale)}
        className="h-11 rounded-12 border border-line bg-s3 px-3 text-14 text-t1"
      >
        {LOCALES.map((option) => (
          <option key={option} value={option} lang={option}>
            {LOCALE_NAMES[option]}
          </option>
        ))}
      </select>
    </label>
  )
}

const ThemeChoice = () => {
  const t = useT()
  const theme = useTheme()
  return (
    <div className="flex flex-col gap-2">
      <span className="font-semibold">{t('shell.theme')}</span>
      <Segmented
        label={t('shell.theme')}
        value={theme}
        onChange={setTheme}
        items={THEMES.map((value) => ({ value, label: t(`shell.theme.${value}`) }))}
      />
    </div>
  )
}
