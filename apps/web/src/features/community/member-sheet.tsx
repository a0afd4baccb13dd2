import type { Member } from '@dr/protocol/calls/community'
import { useT } from '../../i18n/use-t.ts'
import { Receipt } from '../../ui/lists/receipt.tsx'
import { Identicon } from '../../ui/pictures/identicon.tsx'
import { Sheet } from '../../ui/sheet/sheet.tsx'
import { Address } from '../../ui/text/address.tsx'
import { moment } from '../../ui/text/moment.ts'
import { Pod, Usd } from './figures.tsx'

type MemberSheetProps = {
  readonly member: Member
  readonly open: boolean
  readonly onOpenChange: (open: boolean) => void
}

/** Details of one member. */
export const MemberSheet = ({ member, open, onOpenChange }: MemberSheetProps) => {
  const t = useT()
  return (
    <Sheet name="member" open={open} onOpenChange={onOpenChange} title={t('community.member.title')}>
      <div className="flex flex-col gap-3">
        <p className="flex items-center gap-3 text-14">
          <Identicon address={member.address} size={36} />
          <Address address={member.address} />
        </p>
        <Receipt
          rows={[
            { label: t('community.level'), value: `V${member.level}` },
            {
              label: t('community.member.depth'),
              value: t('community.depth', { count: member.depth }),
            },
            { label: t('community.member.joined'), value: moment(member.joinedAt) },
            {
              label: t('community.member.size'),
              value: t('community.people', { count: member.team }),
            },
          ]}
        />
        <p className="text-12 px-1 text-t2">{t('community.member.ownFigures')}</p>
        <Receipt
          rows={[
            { label: t('community.figures.staked'), value: <Usd value={member.staked} size="sm" /> },
            { label: t('community.figures.pledged'), value: <Pod value={member.pledged} size="sm" /> },
            { label: t('community.figures.burned'), value: <Usd value={member.burned} size="sm" /> },
          ]}
        />
      </div>
    </Sheet>
  )
}
