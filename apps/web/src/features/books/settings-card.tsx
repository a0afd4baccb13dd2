import type { AnnouncedCall, SettingChange, SettingContract } from '@dr/protocol/calls/settings'
import { TOKENS } from '@dr/protocol/tokens'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { configQuery } from '../../api/queries/public.ts'
import { settingChangesQuery } from '../../api/queries/settings.ts'
import type { Translate } from '../../i18n/translate.ts'
import { useT } from '../../i18n/use-t.ts'
import { Chip, type Tone } from '../../ui/chip.tsx'
import { MoreButton } from '../../ui/form/more-button.tsx'
import { Card, CardHeader } from '../../ui/layout/card.tsx'
import { ListRow } from '../../ui/lists/list-row.tsx'
import { lazySheet } from '../../ui/sheet/lazy-sheet.tsx'
import { Async } from '../../ui/status/async.tsx'
import { SkeletonRows } from '../../ui/status/skeleton.tsx'
import { moment } from '../../ui/text/moment.ts'
import { Decided } from './decided.tsx'
import { settingSummary } from './setting-text.ts'

const ChangeSheet = lazySheet(() => import('./change-sheet.tsx').then((module) => module.ChangeSheet))

/** Name of a contract in words. */
const contractName = (t: Translate, contract: SettingContract): string => {
  switch (contract) {
    case 'withdrawalVault0':
      return t('platform.address.vault', { index: 0 })
    case 'withdrawalVault1':
      return t('platform.address.vault', { index: 1 })
    case 'withdrawalVault2':
      return t('platform.address.vault', { index: 2 })
    default:
      return t(`platform.address.${contract}`)
  }
}

const stateTones: Record<AnnouncedCall['state'], Tone> = {
  waiting: 'gold',
  ready: 'gold',
  done: 'off',
  cancelled: 'off',
  expired: 'off',
}

/** Changes of the rules since deployment, and those that the time-lock announces in advance. */
export const SettingsCard = () => {
  const t = useT()
  const query = useInfiniteQuery(settingChangesQuery())
  const tokens = useTokenNames()
  const [shown, setShown] = useState<{ readonly change: SettingChange; readonly open: boolean } | null>(null)
  return (
    <Card className="flex flex-col gap-2">
      <CardHeader title={t('platform.settings')} />
      <p className="text-14 text-t2">{t('platform.settingsLead')}</p>
      <Async query={query} skeleton={<SkeletonRows label={t('message.loading')} />}>
        {({ pages }) => (
          <>
            <Announced calls={pages[0]?.announced ?? []} />
            <Decided changes={pages[0]?.decided ?? []} stops={pages[0]?.stops ?? []} />
            <ul>
              {pages
                .flatMap(({ items }) => items)
                .map((change) => (
                  <ListRow
                    key={`${change.txHash}${change.contract}${change.setting}${JSON.stringify(change.values)}`}
                    icon="list"
                    title={t(`platform.setting.${change.setting}`)}
                    detail={
                      <>
                        <span className="block text-t1">{settingSummary(t, change, tokens)}</span>
                        {`${contractName(t, change.contract)} · ${moment(change.at)}`}
                      </>
                    }
                    chevron
                    onClick={() => setShown({ change, open: true })}
                  />
                ))}
            </ul>
          </>
        )}
      </Async>
      <MoreButton query={query} label={t('common.more')} />
      {shown ? (
        <ChangeSheet
          change={shown.change}
          open={shown.open}
          onOpenChange={(open) => setShown({ ...shown, open })}
        />
      ) : null}
    </Card>
  )
}

/** Names of the tokens by their addresses in lower case. */
const useTokenNames = (): Readonly<Record<string, string>> => {
  const { data } = useQuery(configQuery())
  return Object.fromEntries(data === undefined ? [] : TOKENS.map((token) => [data.contracts[token], token]))
}

const Announced = ({ calls }: { readonly calls: readonly AnnouncedCall[] }) => {
  const t = useT()
  if (calls.length === 0) return <p className="text-14 text-t2">{t('platform.announcedNone')}</p>
  return (
    <ul>
      {calls.map(
        ({ operationId, contract, target, functionName, arguments: values, state, executableAt }) => (
          <ListRow
            key={operationId}
            icon="clock"
            iconTone={state === 'waiting' || state === 'ready' ? 'gold' : 'plain'}
            title={
              <span className="flex flex-wrap items-center gap-x-2">
                {contract === null ? target : contractName(t, contract)}
                <Chip tone={stateTones[state]}>{t(`platform.announced.${state}`)}</Chip>
              </span>
            }
            detail={
              <>
                <span className="break-all">{`${functionName ?? '?'}(${values.join(', ')})`}</span>
                <span className="block">{t('platform.announcedFrom', { time: moment(executableAt) })}</span>
              </>
            }
          />
        ),
      )}
    </ul>
  )
}
