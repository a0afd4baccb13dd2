import { queryOptions } from '@tanstack/react-query'
import type { Address } from 'viem'
import { callApi } from '../client.ts'
import { updateProfile } from '../session/session.ts'

/** Profile of the signed-in user; the answer is stored with the session. */
export const profileQuery = (address: Address) =>
  queryOptions({
    queryKey: ['profile', address],
    queryFn: async ({ signal }) => {
      const profile = await callApi('getProfile', { signal })
      updateProfile(profile)
      return profile
    },
  })
