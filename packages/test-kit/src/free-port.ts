import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'

/**
 * Range below the ports of outgoing connections (from 32768 or 49152), which could otherwise take the port
 * before its use.
 */
const FIRST = 20_000
const END = 32_000
const TRIES = 100

/** Returns a loopback port without a listener. */
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
