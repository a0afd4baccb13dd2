/** A host in nftables.test.ts: listens on every port, and tries to reach the addresses that it is told. */
import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import { createInterface } from 'node:readline'

const WITHIN_MS = 4_000

interface Target {
  readonly address: string
  readonly port: number
}

const reaches = ({ address, port }: Target): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect({ host: address, port, timeout: WITHIN_MS })
    const end = (did: boolean) => {
      socket.destroy()
      resolve(did)
    }
    socket.once('connect', () => end(true))
    socket.once('timeout', () => end(false))
    socket.once('error', () => end(false))
  })

for (const port of String(process.argv[2]).split(',')) {
  const server = createServer((socket) => socket.on('error', () => undefined).end())
  server.listen(Number(port), '0.0.0.0')
  await once(server, 'listening')
}
process.stdout.write('listening\n')
for await (const line of createInterface({ input: process.stdin })) {
  const targets = JSON.parse(line) as readonly Target[]
  process.stdout.write(`${JSON.stringify(await Promise.all(targets.map(reaches)))}\n`)
}
process.exit()
