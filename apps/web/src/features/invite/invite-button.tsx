import type { Profile } from '@dr/protocol/calls/users'
import { useState } from 'react'
import { useT } from '../../i18n/use-t.ts'
import { Button, type ButtonProps } from '../../ui/form/button.tsx'
import { lazySheet } from '../../ui/sheet/lazy-sheet.tsx'

const InviteSheet = lazySheet(() => import('./invite-sheet.tsx').then((module) => module.InviteSheet))

type InviteButtonProps = { readonly profile: Profile } & Omit<ButtonProps, 'onClick'>

/** Opens the sheet with the invite link and its QR code. */
export const InviteButton = ({ profile, children, ...rest }: InviteButtonProps) => {
  const t = useT()
  const [sheet, setSheet] = useState<'unused' | 'open' | 'closed'>('unused')
  return (
    <>
      <Button {...rest} onClick={() => setSheet('open')}>
        {children ?? t('home.invite.title')}
      </Button>
      {sheet === 'unused' ? null : (
        <InviteSheet
          profile={profile}
          open={sheet === 'open'}
          onOpenChange={(open) => setSheet(open ? 'open' : 'closed')}
        />
      )}
    </>
  )
}
