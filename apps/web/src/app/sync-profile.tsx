import { useQuery } from '@tanstack/react-query'
import type { Address } from 'viem'
import { profileQuery } from '../api/queries/account.ts'
import { useSession } from '../api/session/session.ts'

/** Reads the signed-in profile at launch and after changes, and stores it in the session. */
export const SyncProfile = () => {
  const session = useSession()
  return session.status === 'signed-in' ? <Reader address={session.address} /> : null
}

const Reader = ({ address }: { readonly address: Address }) => {
  useQuery(profileQuery(address))
  return null
}
