import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { get } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { serveFiles } from './serve-files.ts'

it('serves an epoch’s files and nothing else, and says what is wrong', async () => {
  const kept = mkdtempSync(join(tmpdir(), 'dr-witness-'))
  for (const name of ['roots-2.txt', 'facts-2.txt', 'key']) writeFileSync(join(kept, name), `text of ${name}`)
  let trouble: string | undefined
  const server = serveFiles(kept, () => trouble)
  onTestFinished(() => {
    server.close()
    rmSync(kept, { recursive: true })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  for (const name of ['roots-2.txt', 'facts-2.txt']) {
    const answer = await fetch(`${url}/roots/${name}`)
    expect([answer.status, await answer.text()]).toEqual([200, `text of ${name}`])
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'access-control-allow-origin': '*',
      'content-encoding': 'gzip',
      'content-type': 'text/plain; charset=utf-8',
    })
  }
  const others = [
    '/roots/roots-3.txt',
    '/roots/facts-3.txt',
    '/roots/..%2froots-2.txt',
    '/roots/key',
    '/roots/',
    '/',
  ]
  for (const path of others) expect([path, (await fetch(url + path)).status]).toEqual([path, 404])
  expect((await fetch(`${url}/healthz`)).status).toBe(200)
  trouble = 'epoch 3 is wrong'
  const unwell = await fetch(`${url}/healthz`)
  expect([unwell.status, await unwell.text()]).toEqual([503, 'epoch 3 is wrong\n'])
})

it('answers what is no path, and goes on: anyone may send it', async () => {
  const server = serveFiles(tmpdir(), () => undefined)
  onTestFinished(() => void server.close())
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const statusOf = (path: string) =>
    new Promise((resolve, reject) => {
      get({ host: '127.0.0.1', port, path }, (response) => {
        resolve(response.resume().statusCode)
      }).on('error', reject)
    })
  for (const path of ['//', '//[', 'http://[', '/roots/%', '/?'])
    expect([path, await statusOf(path)]).toEqual([path, 404])
  expect(await statusOf('/healthz')).toBe(200)
})
