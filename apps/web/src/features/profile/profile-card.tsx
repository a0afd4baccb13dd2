import type { Profile } from '@dr/protocol/calls/users'
import { useT } from '../../i18n/use-t.ts'
import { Chip } from '../../ui/chip.tsx'
import { Card, CardHeader } from '../../ui/layout/card.tsx'
import { Receipt } from '../../ui/lists/receipt.tsx'
import { Address } from '../../ui/text/address.tsx'
import { shownDate } from '../../ui/text/moment.ts'

/** The user's level, invite code and inviter. */
export const ProfileCard = ({ profile }: { readonly profile: Profile }) => {
  const t = useT()
  return (
    <Card>
      <CardHeader
        title={t('community.mine')}
        aside={
          <Chip tone={profile.activated ? 'in' : 'off'}>
            {t(profile.activated ? 'community.active' : 'community.inactive')}
          </Chip>
        }
      />
      <div className="mt-3">
        <Receipt
          rows={[
            { label: t('community.level'), value: `V${profile.level}` },
            { label: t('community.code'), value: profile.inviteCode },
            { label: t('community.inviter'), value: <Inviter profile={profile} /> },
            { label: t('community.since'), value: shownDate(profile.registeredAt, 'YMD') },
          ]}
        />
      </div>
    </Card>
  )
}

const Inviter = ({ profile }: { readonly profile: Profile }) => {
  const t = useT()
  if (profile.inviter) return <Address address={profile.inviter} icon keep={4} />
  return <span>{t(profile.activated ? 'community.genesis' : 'community.noInviter')}</span>
}
