import type { testWallet } from '@dr/test-kit'
import { onTestFinished } from 'vitest'
import type { Database } from '../../src/platform/database/database.ts'
import { type LiveStream, openLive } from '../servers/live-stream.ts'
import { type HttpTestAppOptions, startHttpTestApp } from './http-test-app.ts'

/** A listening application, its users and their streams. */
export const openLiveApp = async (database: Database, options: HttpTestAppOptions = {}) => {
  const http = await startHttpTestApp(database, options)
  await http.app.listen({ port: 0 })
  const address = http.app.server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const userOf = async (wallet: ReturnType<typeof testWallet>) => {
    const { token } = await http.register(wallet)
    const { rows } = await database.read.query<{ id: bigint }>({
      text: 'SELECT id FROM users WHERE address = $1',
      values: [wallet.address.toLowerCase()],
    })
    return { token, id: Number(rows[0]?.id) }
  }
  const streamOf = async (options: Parameters<typeof openLive>[1] = {}): Promise<LiveStream> => {
    const stream = await openLive(port, options)
    onTestFinished(() => stream.close())
    return stream
  }
  const figure = async (name: string): Promise<string | undefined> => {
    const { payload } = await http.app.inject({ method: 'GET', url: '/metrics' })
    return payload
      .split('\n')
      .find((line) => line.startsWith(`${name} `))
      ?.split(' ')[1]
  }
  return { http, database, port, userOf, streamOf, figure }
}

export const messagesOf = ({ received }: LiveStream) => received.map(({ message }) => message)
