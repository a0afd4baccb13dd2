/** Chain 56 on a local chain with its properties: what refuses a deployment there, and that the example goes. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { rootRegistryAbi } from '@dr/contracts/abi/root-registry'
import { parseEther } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkChain, deployToChain } from './deploy-chain.ts'
import { parseTarget, ROLES } from './target.ts'
import { startMainChain } from './test-main-chain.ts'

const deployerKey = generatePrivateKey()
const deployer = privateKeyToAccount(deployerKey).address
const roles = Object.fromEntries(
  ROLES.map((role) => [role, privateKeyToAccount(generatePrivateKey()).address]),
)
const example = new URL('../../../deployments/56.example.json', import.meta.url)
const target = parseTarget({ ...JSON.parse(readFileSync(example, 'utf8')), roles })

let chain: Awaited<ReturnType<typeof startMainChain>>
let directory: string
beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'dr-main-chain-'))
  chain = await startMainChain()
  await chain.client.setBalance({ address: deployer, value: parseEther('100') })
})
afterAll(async () => {
  await chain?.stop()
  rmSync(directory, { recursive: true, force: true })
})
const place = () => ({ rpcUrl: chain.url, directory, deployerKey })

/** An endpoint that ignores the state overrides of `eth_call`. */
const startDeaf = async (url: string) => {
  const server = createServer(async (request, response) => {
    const asked = JSON.parse(await text(request))
    if (asked.method === 'eth_call') asked.params.length = 2
    const headers = { 'content-type': 'application/json' }
    const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify(asked) })
    response.writeHead(answer.status, headers).end(await answer.text())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, stop: () => void server.close() }
}

test('where the exit cannot be shown, nothing is sent', async () => {
  const deaf = await startDeaf(chain.url)
  try {
    await expect(deployToChain(target, { ...place(), rpcUrl: deaf.url })).rejects.toThrow(
      /^chain 56 is refused: users could not leave by the contracts that would be deployed.*\n +WithdrawalVault cannot be made by eth_call with state overrides/,
    )
  } finally {
    deaf.stop()
  }
  expect(await chain.client.getTransactionCount({ address: deployer })).toBe(0)
})

test('the example, filled in, is deployed as its contracts give an exit, and is as configured', async () => {
  const { deployment } = await deployToChain(target, place())
  expect(await checkChain(target, place())).toEqual([])
  const registry = { address: deployment.contracts.rootRegistry, abi: rootRegistryAbi } as const
  const named = await Promise.all([
    chain.client.readContract({ ...registry, functionName: 'attester' }),
    chain.client.readContract({ ...registry, functionName: 'witness' }),
  ])
  expect(named).toEqual([roles.attester, roles.witness])
})
