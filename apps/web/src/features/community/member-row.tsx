import type { Member } from '@dr/protocol/calls/community'
import { formatWorth } from '../../i18n/rate-text.ts'
import { useT } from '../../i18n/use-t.ts'
import { Parts } from '../../ui/layout/parts.tsx'
import { ListRow } from '../../ui/lists/list-row.tsx'
import { Identicon } from '../../ui/pictures/identicon.tsx'
import { shortenAddress } from '../../ui/text/format.ts'

/** One member: address, level, staked amount, and size of the downline. */
export const MemberRow = ({ member, onOpen }: { readonly member: Member; readonly onOpen: () => void }) => {
  const t = useT()
  const { level, depth, staked, team } = member
  return (
    <ListRow
      lead={<Identicon address={member.address} size={36} />}
      title={<span className="num text-12 break-all">{shortenAddress(member.address)}</span>}
      detail={
        <Parts>
          <span className={level > 0 ? 'font-semibold text-gold' : undefined}>{`V${level}`}</span>
          {depth > 1 ? t('community.depth', { count: depth }) : null}
          {t('community.member.staked', { amount: formatWorth(BigInt(staked)) })}
          {team > 0 ? t('community.member.team', { count: team }) : null}
        </Parts>
      }
      chevron
      onClick={onOpen}
    />
  )
}
