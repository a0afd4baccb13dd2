import { useState } from 'react'
import { Icon } from '../pictures/icons.tsx'
import { Identicon } from '../pictures/identicon.tsx'
import { shortenAddress } from './format.ts'
import { useUiTexts } from './texts.tsx'
import { useCopy } from './use-copy.ts'

type AddressProps = {
  readonly address: string
  /** Shows a copy button; on by default. */
  readonly copyable?: boolean
  readonly icon?: boolean
  /** First and last 12 characters, or 4 if 12 do not fit. */
  readonly keep?: 4 | 12
}

/** A shortened address with a copy button; shown in full on tap. */
export const Address = ({ address, copyable = true, icon = false, keep = 12 }: AddressProps) => {
  const [whole, setWhole] = useState(false)
  const texts = useUiTexts()
  const copy = useCopy()
  return (
    <span className="inline-flex max-w-full items-center gap-1.5">
      {icon ? <Identicon address={address} /> : null}
      <button
        type="button"
        className="tap num min-w-0 text-left break-all"
        aria-expanded={whole}
        onClick={() => setWhole((shown) => !shown)}
      >
        <span translate="no">{whole ? address : shortenAddress(address, keep)}</span>
        <span className="sr-only">{` ${texts.wholeAddress}`}</span>
      </button>
      {copyable ? (
        <button
          type="button"
          className="tap grid size-8 shrink-0 place-items-center rounded-8 text-t2"
          aria-label={texts.copy}
          onClick={() => copy(address)}
        >
          <Icon name="copy" size={16} />
        </button>
      ) : null}
    </span>
  )
}
