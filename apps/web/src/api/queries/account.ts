import { queryOptions } from '@tanstack/react-query'
import type { Address } from 'viem'
import { callApi } from '../client.ts'
import { updateProfile } from '../session/session.ts'

/** Who is signed in; what the server says is kept beside the session. */
export const profileQuery = (address: Address) =>
  queryOptions({
    queryKey: ['profile', address],
    queryFn: async ({ signal }) => {
      const profile = await callApi('getProfile', { signal })
      updateProfile(profile)
      return profile
    },
  })
