import type { Profile } from '@dr/protocol/calls/users'
import { inviteLink } from '../../api/invite/invite-link.ts'
import { useT } from '../../i18n/use-t.ts'
import { Button } from '../../ui/form/button.tsx'
import { Icon } from '../../ui/pictures/icons.tsx'
import { Qr } from '../../ui/pictures/qr.tsx'
import { Sheet } from '../../ui/sheet/sheet.tsx'
import { useCopy } from '../../ui/text/use-copy.ts'

type InviteSheetProps = {
  readonly profile: Profile
  readonly open: boolean
  readonly onOpenChange: (open: boolean) => void
}

/** The invite link as QR code, as text, and through the system's share sheet if available. */
export const InviteSheet = ({ profile, open, onOpenChange }: InviteSheetProps) => {
  const t = useT()
  const copy = useCopy()
  const link = inviteLink(profile.address)
  const share = (): void => {
    navigator.share({ text: t('home.invite.shareText'), url: link }).catch((error: unknown) => {
      // A closed share sheet is no error; after other errors the link is copied.
      if (!(error instanceof DOMException && error.name === 'AbortError')) copy(link)
    })
  }
  const canShare = typeof navigator.share === 'function'
  return (
    <Sheet
      name="invite"
      open={open}
      onOpenChange={onOpenChange}
      title={t('home.invite.title')}
      description={t('home.bind.explain')}
      footer={
        <div className="flex gap-3">
          <Button variant={canShare ? 'quiet' : 'primary'} className="flex-1" onClick={() => copy(link)}>
            <Icon name="copy" size={18} />
            {t('home.invite.copy')}
          </Button>
          {canShare ? (
            <Button variant="primary" className="flex-1" onClick={share}>
              <Icon name="share" size={18} />
              {t('home.invite.share')}
            </Button>
          ) : null}
        </div>
      }
    >
      <div className="flex flex-col items-center gap-4 pt-1">
        <Qr text={link} label={t('home.invite.qr')} />
        <p className="num text-28 font-semibold tracking-[.12em]">{profile.inviteCode}</p>
        <p className="num w-full rounded-16 border border-line bg-s2 px-4 py-2.5 text-12 break-all text-t2">
          <span className="sr-only">{t('home.invite.link')}</span>
          {link}
        </p>
      </div>
    </Sheet>
  )
}
