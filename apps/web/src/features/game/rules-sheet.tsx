import { useT } from '../../i18n/use-t.ts'
import { Amount } from '../../ui/amounts/amount.tsx'
import { Receipt } from '../../ui/lists/receipt.tsx'
import { Sheet } from '../../ui/sheet/sheet.tsx'
import { Address } from '../../ui/text/address.tsx'
import { moment } from '../../ui/text/moment.ts'
import type { DrawBook } from './draw-book.ts'

type RulesSheetProps = {
  readonly book: DrawBook
  readonly open: boolean
  readonly onOpenChange: (open: boolean) => void
}

/** Rules of the draw: why the digit cannot be chosen, and who funded the prizes. */
export const RulesSheet = ({ book, open, onOpenChange }: RulesSheetProps) => {
  const t = useT()
  return (
    <Sheet name="rules" open={open} onOpenChange={onOpenChange} title={t('game.how')}>
      <div className="flex flex-col gap-3">
        <p className="text-14 text-t2">{t('game.fair')}</p>
        <Receipt
          rows={[
            { label: t('game.pot'), value: <Amount value={BigInt(book.pot.free)} token="DR" size="sm" /> },
            {
              label: t('game.funded'),
              value: <Amount value={BigInt(book.pot.funded)} token="DR" size="sm" />,
            },
            { label: t('platform.address.DigitDraw'), value: <Address address={book.contract} /> },
          ]}
        />
        {book.pot.fundings.length === 0 ? null : (
          <Receipt
            rows={book.pot.fundings.map(({ at, amount, txHash }) => ({
              // Without its memo: any wallet may fund the pot with any text.
              label: `${moment(at)} · ${txHash.slice(0, 10)}`,
              value: <Amount value={BigInt(amount)} token="DR" size="sm" />,
            }))}
          />
        )}
      </div>
    </Sheet>
  )
}
