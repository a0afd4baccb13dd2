import { createClient } from './create-client.ts'
import { sessionToken, walletAddress } from './session.ts'
import { endSession } from './session-end.ts'

type Schemas = typeof import('./schemas.ts')
let schemas: Promise<Schemas> | null = null

/** The protocol's schemas come with zod: they travel beside the first answer, not before it. A failed load is tried again. */
function loadSchemas(): Promise<Schemas> {
  schemas ??= import('./schemas.ts').catch((error: unknown) => {
    schemas = null
    throw error
  })
  return schemas
}

/** The app's client: `callApi('products')`, `callApi('login', { request })`. */
export const callApi = createClient({
  baseUrl: '',
  fetch: (input, init) => {
    loadSchemas().catch(() => undefined) // `parse` awaits the same promise and reports it
    return fetch(input, init)
  },
  token: sessionToken,
  walletAddress,
  onSessionOver: (token) => {
    // A late answer to an old session must not end the new one.
    if (token === sessionToken()) endSession('expired')
  },
  parse: async (name, data) => (await loadSchemas()).parseAnswer(name, data),
})
