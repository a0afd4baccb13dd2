import { useQuery } from '@tanstack/react-query'
import type { Address } from 'viem'
import { profileQuery } from '../api/queries/account.ts'
import { useSession } from '../api/session/session.ts'

/**
 * Reads the signed-in profile at launch and whenever it is said to have changed; the session shows what it
 * says.
 */
export const SyncProfile = () => {
  const session = useSession()
  return session.status === 'signed-in' ? <Reader address={session.address} /> : null
}

const Reader = ({ address }: { readonly address: Address }) => {
  useQuery(profileQuery(address))
  return null
}
