import type { Profile } from '@dr/protocol/calls/users'
import { useState } from 'react'
import { useT } from '../../i18n/use-t.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Icon } from '../../ui/icons.tsx'
import { lazySheet } from '../../ui/lazy-sheet.tsx'

const InviteSheet = lazySheet(() => import('./invite-sheet.tsx').then((module) => module.InviteSheet))

/** Invite friends: my code, and the sheet with link and QR. */
export function InviteCard({ profile }: { readonly profile: Profile }) {
  const t = useT()
  const [sheet, setSheet] = useState<'unused' | 'open' | 'closed'>('unused')
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
      <Button size="sm" onClick={() => setSheet('open')}>
        {t('home.invite.share')}
      </Button>
      {sheet === 'unused' ? null : (
        <InviteSheet
          profile={profile}
          open={sheet === 'open'}
          onOpenChange={(open) => setSheet(open ? 'open' : 'closed')}
        />
      )}
    </Card>
  )
}
