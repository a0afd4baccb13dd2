/** A minimal HTTP client, which leaves the processor to the server. Keep-alive, one request after another. */
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

const HEAD_END = '\r\n\r\n'
const LENGTH = /content-length: (\d+)/i

interface Wire {
  /** Returns the body of the answer. Throws for a status other than 200. */
  send(request: Buffer): Promise<string>
  close(): void
}

const readAnswer = (socket: Socket): Promise<string> =>
  new Promise((resolve, reject) => {
    let text = ''
    const end = (finish: () => void) => {
      socket.off('data', read)
      socket.off('close', fail)
      finish()
    }
    const fail = () => end(() => reject(new Error(`the connection was closed after: ${text.slice(0, 500)}`)))
    const read = (chunk: Buffer) => {
      text += chunk.toString('latin1')
      const head = text.indexOf(HEAD_END)
      if (head < 0) return
      const length = Number(LENGTH.exec(text.slice(0, head))?.[1])
      const body = text.slice(head + HEAD_END.length)
      if (body.length < length) return
      end(() =>
        text.startsWith('HTTP/1.1 200')
          ? resolve(body)
          : reject(new Error(`${text.slice(0, 20)}… ${body.slice(0, 500)}`)),
      )
    }
    socket.on('data', read)
    socket.on('close', fail)
  })

/** `localAddress`: source address of the connection. */
export const openWire = async (
  port: number,
  { localAddress }: { readonly localAddress?: string } = {},
): Promise<Wire> => {
  const from = localAddress === undefined ? {} : { localAddress }
  const socket = connect({ host: '127.0.0.1', port, noDelay: true, ...from })
  await once(socket, 'connect')
  socket.on('error', () => undefined) // the 'close' that follows is what a request under way hears
  return {
    send: (request) => {
      const answer = readAnswer(socket)
      socket.write(request)
      return answer
    },
    close: () => socket.destroy(),
  }
}
