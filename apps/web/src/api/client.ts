import { createClient } from './create-client.ts'
import type { CallName } from './endpoints.ts'
import { nextTask } from './next-task.ts'
import { READ_BY_VISITORS } from './read-by-visitors.ts'
import { sessionToken, walletAddress } from './session/session.ts'
import { endSession } from './session/session-end.ts'

type Schemas = typeof import('./schemas.ts')
let schemas: Promise<Schemas> | null = null

/** Loads the answer schemas (schemas.ts) with the first call that needs them. A failed load is retried. */
const loadSchemas = (): Promise<Schemas> => {
  schemas ??= import('./schemas.ts').catch((error: unknown) => {
    schemas = null
    throw error
  })
  return schemas
}

/** Checks an answer against its schema; a visitor's reads only if the schemas are already loaded. */
const parse = async (name: CallName, data: unknown): Promise<unknown> => {
  if (schemas === null && READ_BY_VISITORS.includes(name)) return data
  return (await loadSchemas()).parseAnswer(name, data)
}

/** The app's client: `callApi('products')`, `callApi('login', { request })`. */
export const callApi = createClient({
  baseUrl: '',
  // Separate tasks: opening a page makes about ten requests of one or two milliseconds each.
  fetch: async (input, init) => {
    await nextTask()
    return fetch(input, init)
  },
  token: sessionToken,
  walletAddress,
  onSessionOver: (token) => {
    // A late answer to an old session must not end the new one.
    if (token === sessionToken()) endSession('expired')
  },
  parse,
})
