/** A site for tests: answers with the texts that it is given. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export const startSite = async () => {
  /** By path. */
  const texts = new Map<string, string>()
  const server = createServer(({ url = '' }, response) => {
    const text = texts.get(url)
    response.writeHead(text === undefined ? 404 : 200).end(text)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { texts, url, close: () => server.close() }
}
