import { callApi } from '../client.ts'
import { ApiError } from '../errors.ts'

/** Binds the inviter permanently, by code or address (relationSet). */
export const bindInviter = async ({
  inviteCode,
}: {
  readonly inviteCode: string
}): Promise<{ inviter: string; activated: true }> => {
  const answer = await callApi('podPowerPurchase', { request: { inviteCode } })
  if ('inviter' in answer) return answer
  throw new ApiError({ kind: 'unexpected', code: 0, status: 200, message: 'a list answered a binding' })
}
