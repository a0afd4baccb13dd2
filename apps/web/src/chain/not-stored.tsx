import { useState } from 'react'
import { useT } from '../i18n/use-t.ts'
import { storageIsLasting } from '../lib/storage-is-lasting.ts'

/** Warning about what closing the page loses, if the browser's storage is unavailable. */
export const NotStored = ({ text }: { readonly text: 'wallet.notStored' | 'tx.notStored' }) => {
  const t = useT()
  const [lasting] = useState(storageIsLasting)
  return lasting ? null : <p className="mt-2 text-14 text-t2">{t(text)}</p>
}
