import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'

/**
 * Below what Linux and other systems give to connections that go out (32768 or 49152 and above): one that
 * begins between the answer and its use can't take the port.
 */
const FIRST = 20_000
const END = 32_000
const TRIES = 100

/** A port of the loopback that no one listens on just now. */
export const freePort = async (): Promise<number> => {
  for (let left = TRIES; left > 0; left--) {
    const port = randomInt(FIRST, END)
    const server = createServer()
    try {
      await once(server.listen(port, '127.0.0.1'), 'listening')
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') continue
      throw error
    }
    server.close()
    await once(server, 'close')
    return port
  }
  throw new Error(`no free port from ${FIRST} to ${END}`)
}
