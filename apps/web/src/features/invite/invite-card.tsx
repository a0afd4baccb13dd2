import type { Profile } from '@dr/protocol/calls/users'
import { useT } from '../../i18n/use-t.ts'
import { Card } from '../../ui/layout/card.tsx'
import { Icon } from '../../ui/pictures/icons.tsx'
import { InviteButton } from './invite-button.tsx'

/** The user's invite code, and the button of the invite sheet. */
export const InviteCard = ({ profile }: { readonly profile: Profile }) => {
  const t = useT()
  return (
    <Card className="flex items-center gap-3">
      <span className="grid size-9 shrink-0 place-items-center rounded-12 bg-s3 text-t2">
        <Icon name="share" size={18} />
      </span>
      <div className="min-w-0 flex-1">
        <h2 className="font-semibold">{t('home.invite.title')}</h2>
        <p className="num text-12 text-t2">
          {profile.activated
            ? t('home.invite.hint', { code: profile.inviteCode })
            : t('home.invite.notActive')}
        </p>
      </div>
      <InviteButton profile={profile} size="sm">
        {t('home.invite.share')}
      </InviteButton>
    </Card>
  )
}
