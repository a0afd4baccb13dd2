import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { ExitError } from './exit-error.ts'
import { createRpc, Reverted } from './rpc.ts'

/** A node that answers each call with this text; counts the calls at once. */
const startNode = async (answer: string, delayMs = 0) => {
  const seen = { now: 0, most: 0 }
  const server = createServer((_, response) => {
    seen.now++
    seen.most = Math.max(seen.most, seen.now)
    setTimeout(() => {
      seen.now--
      response.end(answer)
    }, delayMs)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, seen }
}

const failure = async (answer: string): Promise<unknown> => {
  const { url } = await startNode(answer)
  return createRpc(url)('eth_call').catch((error: unknown) =>
    error instanceof ExitError ? error.said.key : error,
  )
}

it('answers with the result', async () => {
  const { url } = await startNode('{"result":"0x38"}')
  expect(await createRpc(url)('eth_chainId')).toBe('0x38')
})

it('tells a revert from a node that refuses, and from what is no node', async () => {
  const data = `0x${'ab'.repeat(36)}`
  expect(await failure(`{"error":{"message":"execution reverted","data":"${data}"}}`)).toEqual(
    new Reverted(data as `0x${string}`),
  )
  expect(await failure(`{"error":{"message":"reverted","data":{"data":"${data}"}}}`)).toEqual(
    new Reverted(data as `0x${string}`),
  )
  expect(await failure('{"error":{"message":"limit exceeded","data":"0x"}}')).toBe('error.nodeRefused')
  expect(await failure('<html>')).toBe('error.noNode')
  expect(await failure('{}')).toBe('error.noNode')
})

it('says that nothing answers, and refuses what is no address of the web', async () => {
  await expect(createRpc('http://127.0.0.1:9')('eth_chainId')).rejects.toMatchObject({
    said: { key: 'error.unreachable' },
  })
  for (const text of ['node', 'ftp://node', ''])
    expect(() => createRpc(text)).toThrow(expect.objectContaining({ said: { key: 'error.endpointWrong' } }))
})

it('asks at most four things at a time, all of them', async () => {
  const { url, seen } = await startNode('{"result":"0x1"}', 20)
  const rpc = createRpc(url)
  const answers = await Promise.all(Array.from({ length: 15 }, () => rpc('eth_call')))
  expect(answers).toEqual(Array(15).fill('0x1'))
  expect(seen.most).toBe(4)
})
