import { parseUnits } from 'viem'
import { showWatched } from '../../chain/watched.ts'
import { formatWorthBeside } from '../../i18n/rate-text.ts'
import { useT } from '../../i18n/use-t.ts'
import { Amount } from '../../ui/amounts/amount.tsx'
import { Chip } from '../../ui/chip.tsx'
import { Card, CardHeader } from '../../ui/layout/card.tsx'
import { Columns } from '../../ui/layout/columns.tsx'
import { ListRow } from '../../ui/lists/list-row.tsx'
import type { IconName } from '../../ui/pictures/icons.tsx'
import { Rig } from '../../ui/pictures/rig.tsx'
import { Ring } from '../../ui/pictures/ring.tsx'
import { SignInCard } from './sign-in-card.tsx'

type VisitorProps = {
  /** Title of what signing in shows. */
  readonly title: string
  /** Sample of the page with an account. */
  readonly sample: 'portfolio' | 'ledger'
}

/** A user's page for a visitor: sign-in, a sample, and read-only access to any address. */
export const Visitor = ({ title, sample }: VisitorProps) => (
  <Columns side={sample === 'portfolio' ? <SamplePortfolio /> : <SampleLedger />}>
    <Card>
      <SignInCard title={title} />
    </Card>
    <WatchCard />
  </Columns>
)

const WatchCard = () => {
  const t = useT()
  return (
    <Card className="py-1">
      <ul>
        <ListRow
          icon="search"
          title={t('watch.enter')}
          detail={t('watch.enterHint')}
          chevron
          onClick={() => showWatched(true)}
        />
      </ul>
    </Card>
  )
}

const units = (amount: string): bigint => parseUnits(amount, 18)

/** Sample figures: three machines for 85 days, and a package; at 0.50 USD for a DR. */
const ACCOUNTS = [
  { account: 0, icon: 'bag', amount: units('127.5'), token: 'DR', worth: units('63.75') },
  { account: 1, icon: 'fire', amount: units('3.2'), token: 'USDT', worth: null },
  { account: 2, icon: 'dao', amount: units('500'), token: 'USDT', worth: null },
] as const
const TOTAL = units('566.95')

const SampleHeader = ({ title }: { readonly title: string }) => {
  const t = useT()
  return (
    <>
      <CardHeader title={title} aside={<Chip tone="off">{t('sample.chip')}</Chip>} />
      <p className="mt-1 text-12 text-t2">{t('sample.note')}</p>
    </>
  )
}

/** Sample of Assets, marked as such. */
const SamplePortfolio = () => {
  const t = useT()
  return (
    <Card>
      <SampleHeader title={t('assets.total')} />
      <p className="mt-2">
        <Amount value={TOTAL} token="USD" maxDecimals={2} size="lg" />
      </p>
      <ul className="mt-1">
        {ACCOUNTS.map(({ account, icon, amount, token, worth }) => (
          <ListRow
            key={account}
            icon={icon}
            title={t(`assets.account.${account}`)}
            detail={t(`assets.account.${account}.hint`)}
            value={<Amount value={amount} token={token} size="sm" />}
            valueDetail={worth === null ? null : formatWorthBeside(worth)}
          />
        ))}
      </ul>
    </Card>
  )
}

const LINES: readonly {
  readonly kind: 'mining.collect' | 'package.mature' | 'withdrawal.paid'
  readonly icon: IconName
  readonly value: bigint
  readonly token: 'DR' | 'USDT'
}[] = [
  { kind: 'mining.collect', icon: 'down', value: units('1.5'), token: 'DR' },
  { kind: 'package.mature', icon: 'unlock', value: units('500'), token: 'USDT' },
  { kind: 'withdrawal.paid', icon: 'up', value: -units('40'), token: 'DR' },
]

/** Sample of a machine in the Backpack, marked as such. */
export const SampleMachine = () => {
  const t = useT()
  return (
    <Card>
      <SampleHeader title={t('sample.machines')} />
      <div className="mt-3 flex items-center gap-3.5">
        <Ring value={0.7} tone="gold">
          <Rig state="producing" tier={1} size={84} />
        </Ring>
        <div className="min-w-0 flex-1">
          <div className="flex flex-wrap items-center justify-between gap-x-2">
            <p className="num font-semibold">M1 · 10 T × 3</p>
            <Chip tone="in">{t('backpack.state.producing')}</Chip>
          </div>
          <p className="num mt-1 text-14 font-semibold text-in">{t('offer.perDay', { amount: '1.5' })}</p>
          <p className="num text-12 text-t2">
            {t('backpack.electricityLeft', { time: t('common.days', { count: 21 }) })}
          </p>
        </div>
      </div>
    </Card>
  )
}

/** Sample of a team, marked as such. */
export const SampleTeam = () => {
  const t = useT()
  return (
    <Card>
      <SampleHeader title={t('community.team')} />
      <p className="mt-2">
        <Amount value={12n} decimals={0} token={t('community.unit', { count: 12 })} size="lg" />
      </p>
      <p className="num mt-1 text-12 text-t2">{t('community.directCount', { count: 4 })}</p>
      <ul className="mt-1">
        <ListRow
          icon="assets"
          title={t('community.figures.staked')}
          value={<Amount value={units('2600')} token="USD" maxDecimals={2} size="sm" />}
        />
        <ListRow
          icon="swap"
          title={t('ledger.kind.swap.fee-share')}
          value={<Amount value={units('1.74')} token="USDT" size="sm" />}
        />
      </ul>
    </Card>
  )
}

/** Sample of the records, marked as such. */
const SampleLedger = () => {
  const t = useT()
  return (
    <Card>
      <SampleHeader title={t('records.kind.ledger')} />
      <ul className="mt-1">
        {LINES.map(({ kind, icon, value, token }) => (
          <ListRow
            key={kind}
            icon={icon}
            title={t(`ledger.kind.${kind}`)}
            value={<Amount value={value} token={token} size="sm" signed={kind === 'mining.collect'} />}
          />
        ))}
      </ul>
    </Card>
  )
}
