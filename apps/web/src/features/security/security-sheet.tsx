import { useIsMutating, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Address } from 'viem'
import { configQuery } from '../../api/queries/public.ts'
import { type SecurityState, securityQuery } from '../../api/queries/security.ts'
import { useT } from '../../i18n/use-t.ts'
import { Button } from '../../ui/form/button.tsx'
import { Sheet } from '../../ui/sheet/sheet.tsx'
import { Async } from '../../ui/status/async.tsx'
import { SkeletonRows } from '../../ui/status/skeleton.tsx'
import { EmailForm } from './email-form.tsx'
import { PasswordForm } from './password-form.tsx'
import { SecurityOverview } from './security-overview.tsx'
import type { SecurityPart } from './security-part.ts'
import { SessionsList } from './sessions-list.tsx'
import { SetUp } from './set-up.tsx'

type SecuritySheetProps = {
  readonly address: Address
  readonly open: boolean
  readonly onOpenChange: (open: boolean) => void
}

const titles = {
  overview: 'security.title',
  email: 'security.email',
  set: 'security.password.set',
  change: 'security.password.change',
  reset: 'security.password.reset',
  sessions: 'security.sessions',
} as const satisfies Record<SecurityPart, string>

/** E-mail, payment password and sessions of the account. */
export const SecuritySheet = ({ address, open, onOpenChange }: SecuritySheetProps) => {
  const t = useT()
  const [part, setPart] = useState<SecurityPart>('overview')
  const query = useQuery({ ...securityQuery(address), enabled: open })
  // While the wallet asks, a tap outside the sheet belongs to the wallet.
  const busy = useIsMutating() > 0
  const change = (next: boolean): void => {
    onOpenChange(next)
    if (!next) setPart('overview')
  }
  const back = part === 'overview' ? undefined : () => setPart('overview')
  return (
    <Sheet
      name="security"
      open={open}
      onOpenChange={change}
      title={t(titles[part])}
      dismissible={!busy}
      onBack={back}
    >
      {back === undefined ? null : (
        <Button size="sm" variant="ghost" className="-ml-3.5 mb-2" onClick={back}>
          ‹ {t('common.back')}
        </Button>
      )}
      <Async query={query} skeleton={<SkeletonRows count={3} label={t('message.loading')} />}>
        {(state) => <Part address={address} part={part} state={state} onPart={setPart} />}
      </Async>
    </Sheet>
  )
}

type PartProps = {
  readonly address: Address
  readonly part: SecurityPart
  readonly state: SecurityState
  readonly onPart: (part: SecurityPart) => void
}

const Part = ({ address, part, state, onPart }: PartProps) => {
  const { data: config } = useQuery(configQuery())
  const home = (): void => onPart('overview')
  switch (part) {
    case 'email':
      return <EmailForm address={address} state={state} onDone={home} />
    case 'set':
      return <SetUp address={address} state={state} onDone={home} />
    case 'change':
    case 'reset':
      return <PasswordForm key={part} address={address} change={part} onDone={home} />
    case 'sessions':
      return <SessionsList address={address} />
    case 'overview':
      return <SecurityOverview state={state} emailOn={config?.features.email ?? true} onPart={onPart} />
  }
}
