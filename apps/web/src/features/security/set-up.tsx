import { useQuery } from '@tanstack/react-query'
import type { Address } from 'viem'
import { configQuery } from '../../api/queries/public.ts'
import { type SecurityState, securityQuery } from '../../api/queries/security.ts'
import { useT } from '../../i18n/use-t.ts'
import { Banner } from '../../ui/layout/banner.tsx'
import { type Step, Steps } from '../../ui/lists/steps.tsx'
import { Async } from '../../ui/status/async.tsx'
import { SkeletonRows } from '../../ui/status/skeleton.tsx'
import { maskEmail } from '../../ui/text/format.ts'
import { EmailForm } from './email-form.tsx'
import { PasswordForm } from './password-form.tsx'

type SetUpProps = {
  readonly address: Address
  readonly state: SecurityState
  /** Goal of the set-up, shown as the last step. */
  readonly goal?: string
  readonly onDone?: () => void
}

const nothing = (): void => undefined

/** E-mail and payment password as one plan: finished and next steps, with the next one's form. */
export const SetUp = ({ address, state, goal, onDone = nothing }: SetUpProps) => {
  const t = useT()
  const { data: config } = useQuery(configQuery())
  const { email } = state
  const steps: readonly Step[] = [
    email === null
      ? { title: t('security.plan.email'), state: 'next' }
      : { title: t('security.plan.email'), detail: maskEmail(email), state: 'done' },
    { title: t('security.password.set'), state: email === null ? 'todo' : 'next' },
    ...(goal === undefined ? [] : [{ title: goal, state: 'todo' } as const]),
  ]
  return (
    <div className="flex flex-col gap-4">
      <div className="rounded-16 border border-line bg-s2 p-4">
        <p className="num mb-3 text-12 text-t2">
          {t('tx.step.of', { number: email === null ? 1 : 2, total: steps.length })}
        </p>
        <Steps label={t('tx.steps')} items={steps} />
      </div>
      {(config?.features.email ?? true) ? (
        email === null ? (
          <EmailForm address={address} state={state} onDone={nothing} />
        ) : (
          <PasswordForm address={address} change="set" onDone={onDone} />
        )
      ) : (
        <Banner icon="info">{t('security.email.off')}</Banner>
      )}
    </div>
  )
}

/** Set-up for a first transfer, with the transfer as the last step. */
export const TransferSetUp = ({ address }: { readonly address: Address }) => {
  const t = useT()
  const query = useQuery(securityQuery(address))
  return (
    <Async query={query} skeleton={<SkeletonRows count={3} label={t('message.loading')} />}>
      {(state) => (
        <div className="flex flex-col gap-3">
          <p className="text-14 text-t2">{t('transfer.noPassword')}</p>
          <SetUp address={address} state={state} goal={t('transfer.title')} />
        </div>
      )}
    </Async>
  )
}
