import { connect, createServer, type Socket } from 'node:net'
import { joinSockets } from './join-sockets.ts'

/** A TCP connection that can be cut off without being closed, as by a firewall or a pulled cable. */
export interface FreezingProxy {
  readonly port: number
  /** Nothing more comes through, in either direction; neither side learns of it. */
  cut(): void
  /** What was held back comes through. */
  heal(): void
  stop(): Promise<void>
}

/**
 * In front of `port` of this machine; on a port that is free, or on `listenOn`. `host`, `listenHost`: other
 * addresses of the loopback.
 */
export const startFreezingProxy = async (
  port: number,
  listenOn = 0,
  { host = '127.0.0.1', listenHost = '127.0.0.1' }: { host?: string; listenHost?: string } = {},
): Promise<FreezingProxy> => {
  const sockets = new Set<Socket>()
  let isCut = false
  // An end does not come through either.
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
