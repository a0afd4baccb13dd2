import type { Profile } from '@dr/protocol/calls/users'
import { inviteLink } from '../../api/invite/invite-link.ts'
import { useT } from '../../i18n/use-t.ts'
import { Card } from '../../ui/layout/card.tsx'
import { ListRow } from '../../ui/lists/list-row.tsx'
import { useCopy } from '../../ui/text/use-copy.ts'

/** Copies the user's invite link with one tap; for activated users. */
export const CopyInviteCard = ({ profile }: { readonly profile: Profile }) => {
  const t = useT()
  const copy = useCopy()
  return (
    <Card className="py-1">
      <ul>
        <ListRow
          icon="copy"
          title={t('shell.menu.invite')}
          detail={t('home.invite.hint', { code: profile.inviteCode })}
          onClick={() => copy(inviteLink(profile.address))}
        />
      </ul>
    </Card>
  )
}
