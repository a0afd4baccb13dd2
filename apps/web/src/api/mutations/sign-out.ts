import { callApi } from '../client.ts'
import { endSession } from '../session/session-end.ts'

/** Revokes the session at the server, and ends it here whatever the server answers. */
export const signOut = async (): Promise<void> => {
  try {
    await callApi('logout')
  } finally {
    endSession('signed-out')
  }
}
