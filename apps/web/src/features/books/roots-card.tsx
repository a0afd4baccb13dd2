import type { EpochState } from '@dr/protocol/calls/roots'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type RootsEpoch, rootsQuery } from '../../api/queries/roots.ts'
import { rootKeysQuery } from '../../chain/queries/books.ts'
import type { Translate } from '../../i18n/translate.ts'
import { useT } from '../../i18n/use-t.ts'
import { Chip, type Tone } from '../../ui/chip.tsx'
import { Button } from '../../ui/form/button.tsx'
import { Card, CardHeader } from '../../ui/layout/card.tsx'
import { Async } from '../../ui/status/async.tsx'
import { SkeletonRows } from '../../ui/status/skeleton.tsx'
import { Address } from '../../ui/text/address.tsx'
import { moment } from '../../ui/text/moment.ts'
import { RootsDetails } from './roots-details.tsx'

const SHOWN = 3
const TONES: Record<EpochState, Tone> = {
  posted: 'off',
  confirmed: 'gold',
  final: 'in',
  void: 'off',
  foreign: 'out',
}

/** Daily roots, the newest first: each with its state, and its totals compared with the chain by this device. */
export const RootsCard = ({ onCheck }: { readonly onCheck: () => void }) => {
  const t = useT()
  const query = useQuery(rootsQuery())
  const [whole, setWhole] = useState(false)
  return (
    <Card className="flex flex-col gap-2">
      <CardHeader title={t('exit.roots.title')} />
      <p className="text-14 text-t2">{t('exit.roots.lead')}</p>
      <Async query={query} skeleton={<SkeletonRows label={t('message.loading')} />}>
        {({ epochs }) =>
          epochs.length === 0 ? (
            <p className="text-14">{t('exit.roots.none')}</p>
          ) : (
            <>
              <ul>
                {(whole ? epochs : firstOf(epochs)).map((epoch) => (
                  <Epoch key={epoch.epoch} epoch={epoch} isFirst={epoch === foremost(epochs)} />
                ))}
              </ul>
              {whole || epochs.length <= firstOf(epochs).length ? null : (
                <Button onClick={() => setWhole(true)}>{t('common.more')}</Button>
              )}
            </>
          )
        }
      </Async>
      <Keys />
      <Button onClick={onCheck}>{t('exit.roots.check')}</Button>
    </Card>
  )
}

/** The newest final root; without one, the newest. */
const foremost = (epochs: readonly RootsEpoch[]): RootsEpoch | undefined =>
  epochs.find(({ state }) => state === 'final') ?? epochs[0]

/** The newest roots, and with them the newest final one. */
const firstOf = (epochs: readonly RootsEpoch[]): readonly RootsEpoch[] => {
  const final = foremost(epochs)
  return epochs.filter((epoch, index) => index < SHOWN || epoch === final)
}

const stateText = (t: Translate, { state, postedAt, confirmedAt, finalAt }: RootsEpoch): string =>
  t(`exit.roots.is.${state}`, {
    posted: moment(postedAt),
    confirmed: moment(confirmedAt ?? postedAt),
    final: moment(finalAt ?? postedAt),
  })

const Epoch = ({ epoch, isFirst }: { readonly epoch: RootsEpoch; readonly isFirst: boolean }) => {
  const t = useT()
  const [open, setOpen] = useState(isFirst)
  return (
    <li className="border-line py-3 not-first:border-t">
      <button
        type="button"
        aria-expanded={open}
        onClick={() => setOpen((shown) => !shown)}
        className="w-full min-h-11 text-left text-14"
      >
        <span className="flex flex-wrap items-center gap-x-2 font-semibold">
          {t('exit.roots.one', { epoch: String(epoch.epoch) })}
          <Chip tone={TONES[epoch.state]}>{t(`exit.roots.state.${epoch.state}`)}</Chip>
        </span>
        <span className="num block text-12 text-t2">{stateText(t, epoch)}</span>
      </button>
      {open ? <RootsDetails epoch={epoch} /> : null}
    </li>
  )
}

/** Who posts, confirms and vetoes, by the registry. */
const Keys = () => {
  const t = useT()
  const { data } = useQuery(rootKeysQuery())
  return (
    <dl className="flex flex-col gap-2 border-t border-line pt-3 text-14">
      {(['attester', 'witness', 'admin'] as const).map((key) => (
        <div key={key} className="flex flex-wrap items-center justify-between gap-x-3">
          <dt className="text-t2">{t(`exit.roots.key.${key}`)}</dt>
          <dd className="ml-auto">
            {data === undefined ? '…' : <Address address={data[key]} keep={4} icon />}
          </dd>
        </div>
      ))}
    </dl>
  )
}
