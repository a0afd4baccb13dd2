import { useState } from 'react'
import { PASTED_MAX, readPastedAddress } from '../../api/invite/pasted.ts'
import { isWatchable, showWatched, useWatched, watch } from '../../chain/watched.ts'
import { useT } from '../../i18n/use-t.ts'
import { Button } from '../../ui/form/button.tsx'
import { Sheet } from '../../ui/sheet/sheet.tsx'
import { WatchedDetails } from './watched-details.tsx'

type WatchSheetProps = { readonly open: boolean; readonly onOpenChange: (open: boolean) => void }

/** Read-only view of any address, from the connect sheet or by `?watch=`. It signs nothing. */
export const WatchSheet = ({ open, onOpenChange }: WatchSheetProps) => {
  const t = useT()
  const { address } = useWatched()
  const stop = (): void => {
    watch(null)
    showWatched(false)
  }
  return (
    <Sheet
      name="watch"
      open={open}
      onOpenChange={onOpenChange}
      title={t('watch.title')}
      description={t('watch.lead')}
      footer={address ? <Button onClick={stop}>{t('watch.stop')}</Button> : null}
    >
      {address ? <WatchedDetails address={address} /> : <AddressForm />}
    </Sheet>
  )
}

const AddressForm = () => {
  const t = useT()
  const [text, setText] = useState('')
  const address = readPastedAddress(text)
  const wrong = address !== '' && !isWatchable(address)
  return (
    <form
      className="flex flex-col gap-2"
      onSubmit={(event) => {
        event.preventDefault()
        if (isWatchable(address)) watch(address)
      }}
    >
      <label className="flex flex-col gap-1.5 text-12 text-t2">
        {t('watch.field')}
        <input
          value={text}
          onChange={(event) => setText(event.target.value)}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          maxLength={PASTED_MAX}
          placeholder="0x…"
          aria-invalid={wrong || undefined}
          aria-describedby="watch-note"
          className="num min-h-12 rounded-16 border border-line2 bg-s2 px-4 text-14 text-t1 outline-none placeholder:text-t3 focus:border-gold"
        />
      </label>
      <p id="watch-note" aria-live="polite" className="min-h-[18px] text-12 text-out">
        {wrong ? t('watch.bad') : ''}
      </p>
      <Button type="submit" variant="primary" disabled={!isWatchable(address)}>
        {t('watch.start')}
      </Button>
    </form>
  )
}
