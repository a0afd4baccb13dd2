/** Checks ports before anything is built, so that a used one is reported at once with its variable's name. */
import { createServer } from 'node:net'
import { SetupError } from './settings.ts'

const isFree = (port: number, host: string | undefined): Promise<boolean> =>
  new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'EADDRINUSE' || error.code === 'EACCES' ? resolve(false) : reject(error),
    )
    server.listen({ port, host, exclusive: true }, () => server.close(() => resolve(true)))
  })

/** @throws SetupError with the variable that changes the port. */
export const requireFreePort = async (input: {
  readonly variable: 'PORT' | 'CHAIN_PORT'
  readonly port: number
  readonly what: string
  readonly host?: string
}): Promise<void> => {
  if (await isFree(input.port, input.host)) return
  throw new SetupError(
    `Port ${input.port} is taken, and ${input.what} needs it. ` +
      `Stop what uses it, or choose another: ${input.variable}=${input.port + 1} npm start`,
  )
}
