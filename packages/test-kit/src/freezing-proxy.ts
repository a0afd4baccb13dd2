import { connect, createServer, type Socket } from 'node:net'
import { joinSockets } from './join-sockets.ts'

/** A TCP proxy that can be cut without closing connections, like a firewall or a pulled cable. */
export interface FreezingProxy {
  readonly port: number
  /** Stops all data in both directions; neither side is notified. */
  cut(): void
  /** Delivers the held data. */
  heal(): void
  stop(): Promise<void>
}

/**
 * Starts a proxy for `port` of this machine, on a free port or on `listenOn`. `host`, `listenHost`: other
 * loopback addresses.
 */
export const startFreezingProxy = async (
  port: number,
  listenOn = 0,
  { host = '127.0.0.1', listenHost = '127.0.0.1' }: { host?: string; listenHost?: string } = {},
): Promise<FreezingProxy> => {
  const sockets = new Set<Socket>()
  let isCut = false
  // The end of a connection is held back too.
  let heldBack: (() => void)[] = []
  const onClose = (end: () => void): void => {
    if (isCut) heldBack.push(end)
    else end()
  }
  const server = createServer((near) => {
    const far = connect(port, host)
    joinSockets(near, far, onClose)
    for (const socket of [near, far]) {
      sockets.add(socket)
      socket.on('close', () => sockets.delete(socket))
      if (isCut) socket.pause()
    }
  })
  await new Promise<void>((resolve) => server.listen(listenOn, listenHost, resolve))
  const address = server.address()
  return {
    port: typeof address === 'object' && address ? address.port : 0,
    cut: () => {
      isCut = true
      for (const socket of sockets) socket.pause()
    },
    heal: () => {
      isCut = false
      for (const socket of sockets) socket.resume()
      for (const end of heldBack) end()
      heldBack = []
    },
    stop: async () => {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
