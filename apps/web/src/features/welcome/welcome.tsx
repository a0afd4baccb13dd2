import { formatAmount } from '@dr/protocol/amounts'
import { EMISSION_FIRST_PER_DAY, POWER_FLOOR } from '@dr/protocol/constants'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { isInviter, isOwnInviter, readKeptInviter } from '../../api/invite/kept-inviter.ts'
import { configQuery, inviterQuery, overviewQuery } from '../../api/queries/public.ts'
import { useT } from '../../i18n/use-t.ts'
import { cx } from '../../ui/cx.ts'
import { Banner } from '../../ui/layout/banner.tsx'
import { Icon } from '../../ui/pictures/icons.tsx'
import { SkeletonText } from '../../ui/status/skeleton.tsx'
import { formatCount, shortenAddress } from '../../ui/text/format.ts'

type WelcomeProps = {
  /** Next step for a connected wallet, in place of the introduction. */
  readonly hint?: string | undefined
  /** The cheapest offer, with the button that connects. */
  readonly offer: ReactNode
}

/** First visit: introduction, inviter, and the offer. */
export const Welcome = ({ hint, offer }: WelcomeProps) => {
  const t = useT()
  return (
    <section aria-label={t('shell.brand')} className="flex flex-col gap-3 wide:gap-4">
      <div className="px-1 pt-1.5">
        <h2 className="text-20 leading-tight font-semibold text-balance min-[380px]:text-28">
          {t('welcome.title')}
        </h2>
        <p className="mt-1.5 text-14 text-t2">{hint ?? <Lead />}</p>
      </div>
      <Invited />
      {offer}
    </section>
  )
}

/** Lead with the schedule's first rate until the present one is read; the document has the same text. */
const Lead = () => {
  const t = useT()
  const { data } = useQuery(overviewQuery())
  const perDay = data ? BigInt(data.emission.perDay) : EMISSION_FIRST_PER_DAY
  return (
    <span className="num">
      {t('welcome.lead', {
        released: formatAmount(perDay),
        rate: formatAmount(perDay / BigInt(POWER_FLOOR)),
        floor: formatCount(POWER_FLOOR),
      })}
    </span>
  )
}

/** Inviter of the link, or that it cannot be read; nothing without one. */
const Invited = () => {
  const t = useT()
  const [name] = useState(readKeptInviter)
  if (name === undefined) return null
  if (isInviter(name)) return <Invitation name={name} />
  return (
    <Banner tone="out" icon="alert">
      {t('home.inviter.unreadable')}
    </Banner>
  )
}

/**
 * The inviter's code beside the link's address, once it is known whether the link is the project's own.
 * Constant height.
 */
const Invitation = ({ name }: { readonly name: string }) => {
  const t = useT()
  const { data, isError } = useQuery(inviterQuery(name))
  const inviter = data?.inviter
  const { data: config, isPending } = useQuery(configQuery())
  const isOwn = isOwnInviter(config?.genesisInviteCode ?? '', name, inviter)
  const note = inviter === null ? 'home.inviter.unknown' : isError ? 'home.inviter.unchecked' : null
  return (
    <div className="flex items-center gap-3 rounded-20 border border-line bg-s1 px-3.5 py-3 shadow-card max-[379px]:py-1.5">
      <span className="grid size-9 shrink-0 place-items-center rounded-12 bg-s3 text-t2">
        <Icon name="dao" size={18} />
      </span>
      <div className="min-w-0 flex-1">
        <p className={cx('num font-semibold', inviter === null && 'text-out')}>
          {inviter && !isPending ? (
            isOwn ? (
              t('wallet.inviter.own')
            ) : (
              t('welcome.invited', { name: inviter.inviteCode })
            )
          ) : note ? (
            t(note)
          ) : (
            <SkeletonText>{t('welcome.invited', { name: 'AAAA2222' })}</SkeletonText>
          )}
        </p>
        <p className="num text-12 break-all text-t2 max-[379px]:hidden">
          {shortenAddress(inviter?.address ?? name)}
        </p>
        <p className="text-12 text-t2">{t('welcome.invitedNote')}</p>
      </div>
    </div>
  )
}

const STEPS = ['welcome.step1', 'welcome.step2', 'welcome.step3'] as const

export const WelcomeSteps = ({ onMore, more }: { readonly onMore: () => void; readonly more: string }) => {
  const t = useT()
  return (
    <section className="px-1">
      <div className="flex items-center justify-between gap-3">
        <h2 className="text-16 font-semibold">{t('welcome.steps')}</h2>
        <button type="button" className="tap text-12 text-t2" onClick={onMore}>
          {more} ›
        </button>
      </div>
      <ol className="mt-2 flex flex-col gap-2">
        {STEPS.map((step, index) => (
          <li key={step} className="flex items-center gap-3 text-14">
            <span className="num grid size-6 shrink-0 place-items-center rounded-[50%] bg-s3 text-12 font-semibold text-t2">
              {index + 1}
            </span>
            {t(step)}
          </li>
        ))}
      </ol>
    </section>
  )
}
