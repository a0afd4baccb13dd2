import { formatAmount } from '@dr/protocol/amounts'
import { startingWith, TOKENS } from '@dr/protocol/tokens'
import { useQuery } from '@tanstack/react-query'
import type { Address as AddressType } from 'viem'
import { watchedQuery } from '../../chain/queries/watched.ts'
import type { VaultRecord, WatchedRecord } from '../../chain/reads/read-watched.ts'
import { useT } from '../../i18n/use-t.ts'
import { Amount } from '../../ui/amounts/amount.tsx'
import { Chip } from '../../ui/chip.tsx'
import { ListRow } from '../../ui/lists/list-row.tsx'
import { Async } from '../../ui/status/async.tsx'
import { SkeletonRows } from '../../ui/status/skeleton.tsx'
import { Address } from '../../ui/text/address.tsx'
import { formatCount } from '../../ui/text/format.ts'

const SHOWN = [...startingWith(TOKENS, 'USDT', 'DR', 'DRGV'), 'BNB'] as const

/** Public chain data of the address, and what the chain cannot show. */
export const WatchedDetails = ({ address }: { readonly address: AddressType }) => {
  const t = useT()
  const query = useQuery(watchedQuery(address))
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center justify-between gap-2 rounded-16 border border-line bg-s2 px-4 py-3">
        <Address address={address} icon />
        <Chip tone="off">{t('watch.chip')}</Chip>
      </div>
      <Async query={query} skeleton={<SkeletonRows count={5} label={t('message.loading')} />}>
        {(record) => <Record record={record} />}
      </Async>
      <p className="text-12 text-t2">{t('watch.limits')}</p>
    </div>
  )
}

const isUsed = ({ paid, deposited }: VaultRecord): boolean => paid > 0n || deposited > 0n

const Record = ({ record: { balances, vaults, inviter } }: { readonly record: WatchedRecord }) => {
  const t = useT()
  const used = vaults.filter(isUsed)
  return (
    <>
      <section>
        <h3 className="text-16 font-semibold">{t('watch.balances')}</h3>
        <ul>
          {SHOWN.map((token) => (
            <ListRow key={token} title={token} value={<Amount value={balances[token]} />} />
          ))}
        </ul>
      </section>
      <section>
        <h3 className="text-16 font-semibold">{t('watch.vaults')}</h3>
        {used.length === 0 ? <p className="mt-1 text-14 text-t2">{t('watch.noVaults')}</p> : null}
        <ul>
          {used.map((line) => (
            <ListRow
              key={`${line.vault}${line.token}`}
              title={t(`assets.account.${line.vault}`)}
              detail={t('watch.depositedOf', { amount: `${formatAmount(line.deposited)} ${line.token}` })}
              value={<Amount value={line.paid} token={line.token} size="sm" />}
              valueDetail={t('watch.paid')}
            />
          ))}
        </ul>
      </section>
      <section>
        <h3 className="text-16 font-semibold">{t('watch.inviter')}</h3>
        <p className="text-14 text-t2">{inviter ? <Address address={inviter} /> : t('watch.noInviter')}</p>
      </section>
      <p className="num text-12 text-t2">
        {t('common.block', { number: formatCount(balances.blockNumber) })}
      </p>
    </>
  )
}
