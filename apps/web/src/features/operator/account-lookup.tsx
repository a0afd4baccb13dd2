import { formatAmount } from '@dr/protocol/amounts'
import type { ResponseOf } from '@dr/protocol/call'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Address } from 'viem'
import type { CallOf } from '../../api/endpoints.ts'
import { operatorAccountQuery } from '../../api/queries/operator.ts'
import { useT } from '../../i18n/use-t.ts'
import { TextField } from '../../ui/form/text-field.tsx'
import { Card, CardHeader } from '../../ui/layout/card.tsx'
import { Parts } from '../../ui/layout/parts.tsx'
import { ListRow } from '../../ui/lists/list-row.tsx'
import { Async } from '../../ui/status/async.tsx'
import { EmptyState } from '../../ui/status/empty-state.tsx'
import { SkeletonRows } from '../../ui/status/skeleton.tsx'
import { formatCount } from '../../ui/text/format.ts'
import { BlockAccount } from './block-account.tsx'
import { readAddress } from './read-fields.ts'

/** Balances of a user’s accounts, how much of each could be withdrawn without burn now, and its block. */
export const AccountLookup = ({ address }: { readonly address: Address }) => {
  const t = useT()
  const [text, setText] = useState('')
  const user = readAddress(text)
  const query = useQuery(operatorAccountQuery(address, user))
  const invalid = user === null && text.trim() !== ''
  return (
    <Card className="flex flex-col gap-3">
      <CardHeader
        title={t('operator.account')}
        aside={query.data ? t('common.block', { number: formatCount(query.data.clock.blockNumber) }) : null}
      />
      <p className="text-14 text-t2">{t('operator.account.lead')}</p>
      <TextField
        label={t('operator.account.address')}
        value={text}
        problem={invalid}
        note={invalid ? t('operator.account.invalid') : null}
        onChange={setText}
      />
      {user === null ? null : (
        <Async query={query} skeleton={<SkeletonRows count={5} label={t('message.loading')} />}>
          {({ balances, blocked }) =>
            balances === null ? (
              <EmptyState title={t('operator.account.notUser')} />
            ) : (
              <>
                <ul>
                  {balances.map((balance) => (
                    <BalanceRow key={`${balance.account}${balance.token}`} balance={balance} />
                  ))}
                </ul>
                <BlockAccount address={address} user={user} blocked={blocked} />
              </>
            )
          }
        </Async>
      )}
    </Card>
  )
}

type Balance = NonNullable<ResponseOf<CallOf<'operatorAccount'>>['balances']>[number]

const figure = (baseUnits: bigint | string): string => formatAmount(BigInt(baseUnits), { maxDecimals: 4 })

const BalanceRow = ({ balance }: { readonly balance: Balance }) => {
  const t = useT()
  const { account, token, available, held, locked, burnFree } = balance
  return (
    <ListRow
      title={`${t(`assets.account.${account}`)} · ${token}`}
      detail={
        <Parts>
          {t('operator.account.available', { amount: figure(available) })}
          {t('operator.account.held', { amount: figure(held) })}
          {t('operator.account.locked', { amount: figure(locked) })}
        </Parts>
      }
      value={figure(BigInt(available) + BigInt(held) + BigInt(locked))}
      valueDetail={t('operator.account.burnFree', { amount: figure(burnFree) })}
    />
  )
}
