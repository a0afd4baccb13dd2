import { useState } from 'react'
import { storageIsLasting } from '../api/storage-is-lasting.ts'
import { useT } from '../i18n/use-t.ts'

/** Says what closing the page loses, where the browser stores nothing; nothing else. */
export const NotStored = ({ text }: { readonly text: 'wallet.notStored' | 'tx.notStored' }) => {
  const t = useT()
  const [lasting] = useState(storageIsLasting)
  return lasting ? null : <p className="mt-2 text-14 text-t2">{t(text)}</p>
}
