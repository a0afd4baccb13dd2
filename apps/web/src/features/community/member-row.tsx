import { formatAmount } from '@dr/protocol/amounts'
import type { Member } from '@dr/protocol/calls/community'
import { useT } from '../../i18n/use-t.ts'
import { Chip } from '../../ui/chip.tsx'
import { formatDate, shortenAddress } from '../../ui/format.ts'
import { Identicon } from '../../ui/identicon.tsx'
import { ListRow } from '../../ui/list-row.tsx'

/** One member: who, at which level, since when, staked, and how many stand under them. */
export function MemberRow({ member, onOpen }: { readonly member: Member; readonly onOpen: () => void }) {
  const t = useT()
  return (
    <ListRow
      lead={<Identicon address={member.address} size={36} />}
      title={
        <span className="num flex items-center gap-2">
          <span className="min-w-0 truncate">{shortenAddress(member.address)}</span>
          <Chip tone={member.level > 0 ? 'gold' : 'off'}>V{member.level}</Chip>
        </span>
      }
      detail={[
        ...(member.depth > 1 ? [t('community.depth', { count: member.depth })] : []),
        formatDate(member.joinedAt * 1_000, 'YMD'),
        t('community.member.staked', {
          amount: formatAmount(BigInt(member.staked), { maxDecimals: 2 }),
        }),
        t('community.member.team', { count: member.team }),
      ].join(' · ')}
      chevron
      onClick={onOpen}
    />
  )
}
