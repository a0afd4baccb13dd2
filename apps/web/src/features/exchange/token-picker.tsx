import type { Token } from '@dr/protocol/amounts'
import { useState } from 'react'
import { useT } from '../../i18n/use-t.ts'
import { TokenMark } from '../../ui/amounts/token-mark.tsx'
import { Icon } from '../../ui/pictures/icons.tsx'
import { lazySheet } from '../../ui/sheet/lazy-sheet.tsx'

const TokenSheet = lazySheet(() => import('./token-sheet.tsx').then((module) => module.TokenSheet))

type TokenPickerProps = {
  /** Label of the choice: "You give", "You get". */
  readonly label: string
  readonly token: Token
  readonly onToken: (token: Token) => void
}

/** Token of one side, and the sheet that changes it. */
export const TokenPicker = ({ label, token, onToken }: TokenPickerProps) => {
  const t = useT()
  const [sheet, setSheet] = useState<'unused' | 'open' | 'closed'>('unused')
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        aria-label={t('exchange.chooseToken', { side: label, token })}
        onClick={() => setSheet('open')}
        className="tap flex h-11 shrink-0 items-center gap-2 rounded-12 bg-s3 pr-2 pl-1.5 text-14 font-semibold"
      >
        <TokenMark token={token} size={28} />
        {token}
        <span className="rotate-90 text-t2">
          <Icon name="chevron" size={14} />
        </span>
      </button>
      {sheet === 'unused' ? null : (
        <TokenSheet
          title={label}
          chosen={token}
          onToken={onToken}
          open={sheet === 'open'}
          onOpenChange={(open) => setSheet(open ? 'open' : 'closed')}
        />
      )}
    </>
  )
}
