import type { Profile } from '@dr/protocol/calls/users'
import { useState } from 'react'
import type { Address } from 'viem'
import { useT } from '../../i18n/use-t.ts'
import { Button } from '../../ui/form/button.tsx'
import { TextArea } from '../../ui/form/text-area.tsx'
import { Sheet } from '../../ui/sheet/sheet.tsx'
import { moment } from '../../ui/text/moment.ts'
import { useOperation } from './use-operation.ts'

type BlockAccountProps = {
  readonly address: Address
  readonly user: Address
  readonly blocked: Profile['blocked']
}

/** Whether a user's account is blocked, and a proposal that changes it; another operator approves it. */
export const BlockAccount = ({ blocked, ...accounts }: BlockAccountProps) => {
  const t = useT()
  const [open, setOpen] = useState(false)
  return (
    <div className="flex flex-col gap-2 border-line border-t pt-3">
      <p className="text-14 break-words">
        {blocked
          ? t('exit.blocked.since', { since: moment(blocked.since), reason: blocked.reason })
          : t('operator.block.free')}
      </p>
      <Button size="sm" variant={blocked ? 'accent' : 'danger'} onClick={() => setOpen(true)}>
        {t(blocked ? 'operator.block.end' : 'operator.block.begin')}
      </Button>
      {open ? <BlockSheet {...accounts} begins={!blocked} onClose={() => setOpen(false)} /> : null}
    </div>
  )
}

type BlockSheetProps = Omit<BlockAccountProps, 'blocked'> & {
  /** Whether a block is proposed, or its end. */
  readonly begins: boolean
  readonly onClose: () => void
}

const BlockSheet = ({ address, user, begins, onClose }: BlockSheetProps) => {
  const t = useT()
  const { run, busy } = useOperation(address, onClose)
  const [reason, setReason] = useState('')
  return (
    <Sheet
      name="block-account"
      open
      onOpenChange={onClose}
      title={t('operator.block')}
      description={t('operator.block.explain')}
      footer={
        <Button
          variant={begins ? 'danger' : 'primary'}
          disabled={reason.trim() === ''}
          busy={busy}
          onClick={() =>
            run({
              name: 'operatorPropose',
              request: { kind: 'block', address: user, blocked: begins, reason: reason.trim() },
            })
          }
        >
          {t(begins ? 'operator.block.begin' : 'operator.block.end')}
        </Button>
      }
    >
      <p className="num mb-3 text-12 break-all text-t2">{user}</p>
      <TextArea label={t('operator.reason')} value={reason} onChange={setReason} />
    </Sheet>
  )
}
