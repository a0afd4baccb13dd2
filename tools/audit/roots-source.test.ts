import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { siteSource } from './roots-source.ts'
import { createTrouble } from './watch.ts'

it('does not wait for ever for a file whose end does not come', async () => {
  const server = createServer((_, response) => void response.writeHead(200).write('{'))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const site = siteSource(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, 200)
  await expect(site.bytes(1n)).rejects.toThrow('timeout')
})

it('is trouble while no look ends, whatever the last one found', () => {
  let now = 0
  const trouble = createTrouble(() => now)
  expect(trouble.read()).toBe('nothing was checked yet')
  trouble.set(undefined)
  now = 3_600_000
  expect(trouble.read()).toBeUndefined()
  now += 1
  expect(trouble.read()).toBe('no look has ended for an hour')
})
