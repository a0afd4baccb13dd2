/** The firewall's rules in network namespaces, a host each: what the table of operations.md says, and no more. */
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { OPERATIONS } from '../../apps/server/test/servers/rotation/operations-document.ts'

const RULES = fileURLToPath(new URL('nftables.conf', import.meta.url))
const PROBE = fileURLToPath(new URL('probe.ts', import.meta.url))
const SITE = '203.0.113.10'
const ANY = 'any'

interface Host {
  readonly role: string
  readonly addresses: readonly string[]
}
/** One of each kind, two database hosts, and two that the rules do not know. */
const HOSTS: readonly Host[] = [
  { role: 'edge', addresses: ['10.0.0.31', SITE] },
  { role: 'api', addresses: ['10.0.0.21'] },
  { role: 'worker', addresses: ['10.0.0.23'] },
  { role: 'database', addresses: ['10.0.0.11'] },
  { role: 'database', addresses: ['10.0.0.12'] },
  { role: 'signer', addresses: ['10.0.0.41'] },
  { role: 'monitoring', addresses: ['10.0.0.51'] },
  { role: 'operator', addresses: ['10.0.0.61'] },
  { role: 'stranger', addresses: ['10.0.0.99'] },
  { role: 'stranger', addresses: ['198.51.100.9'] },
]

interface Right {
  readonly ports: readonly number[]
  /** Roles; `site` is the edge's public address alone. */
  readonly of: readonly string[]
  readonly from: readonly string[]
}

const words = (cell = ''): string[] => cell.split(', ').map((word) => word.trim())

/** The rows of its table. */
const rights: readonly Right[] = [
  ...(OPERATIONS.split('### Who may reach what')[1]?.split('\n### ')[0] ?? '').matchAll(
    /^\| ([\d, ]+) \| ([a-z, ]+) \| ([a-z, ]+) \|/gm,
  ),
].map(([, ports, of, from]) => ({ ports: words(ports).map(Number), of: words(of), from: words(from) }))

const PORTS = [...new Set(rights.flatMap(({ ports }) => ports))]

const isAllowed = (from: Host, to: Host, address: string, port: number): boolean =>
  rights.some(
    (right) =>
      right.ports.includes(port) &&
      right.from.some((role) => role === ANY || role === from.role) &&
      right.of.some((role) => role === ANY || (role === 'site' ? address === SITE : role === to.role)),
  )

const ip = (...words: string[]) => execFileSync('ip', words, { stdio: 'pipe' })
const canRun =
  process.getuid?.() === 0 && spawnSync('unshare', ['--net', 'nft', 'list', 'ruleset']).status === 0

test.skipIf(!process.env.CI || canRun)('nft can be run', () => expect(canRun).toBe(true))

test('the table knows every kind of host', () => {
  const named = new Set(rights.flatMap(({ of, from }) => [...of, ...from]))
  const roles = HOSTS.map(({ role }) => role).filter((role) => role !== 'stranger')
  expect([...named].toSorted()).toEqual([...new Set([...roles, ANY, 'site'])].toSorted())
})

test.skipIf(!canRun)('each host reaches the ports of the table, and no other', async () => {
  const name = `dr${process.pid}`
  const namespace = (index: number) => `${name}-${index}`
  onTestFinished(() => {
    for (const index of HOSTS.keys()) spawnSync('ip', ['netns', 'del', namespace(index)])
    spawnSync('ip', ['netns', 'del', name])
  })
  // One cable for all: what keeps them apart is the rules.
  ip('netns', 'add', name)
  ip('-n', name, 'link', 'add', 'bridge', 'type', 'bridge')
  ip('-n', name, 'link', 'set', 'bridge', 'up')
  const probes = await Promise.all(
    HOSTS.map(async ({ addresses }, index) => {
      const own = namespace(index)
      ip('netns', 'add', own)
      ip('-n', own, 'link', 'add', 'eth0', 'type', 'veth', 'peer', 'name', `port${index}`, 'netns', name)
      ip('-n', name, 'link', 'set', `port${index}`, 'master', 'bridge', 'up')
      for (const address of addresses) ip('-n', own, 'address', 'add', `${address}/24`, 'dev', 'eth0')
      for (const device of ['lo', 'eth0']) ip('-n', own, 'link', 'set', device, 'up')
      for (const network of ['10.0.0.0/24', '203.0.113.0/24', '198.51.100.0/24'])
        ip('-n', own, 'route', 'replace', network, 'dev', 'eth0', 'src', String(addresses[0]))
      execFileSync('ip', ['netns', 'exec', own, 'nft', '-f', RULES], { stdio: 'pipe' })
      const inside = ['netns', 'exec', own, process.execPath, PROBE, PORTS.join()]
      const child = spawn('ip', inside, { stdio: ['pipe', 'pipe', 'inherit'] })
      onTestFinished(() => void child.stdin.end()) // then it ends
      const line = createInterface({ input: child.stdout })
      return {
        say: (text: string) => child.stdin.write(text),
        next: async () => String((await once(line, 'line'))[0]),
      }
    }),
  )
  await Promise.all(probes.map(({ next }) => next()))

  const targets = HOSTS.flatMap(({ addresses }) =>
    addresses.flatMap((address) => PORTS.map((port) => ({ address, port }))),
  )
  const reached = await Promise.all(
    probes.map(async ({ say, next }) => {
      const answer = next()
      say(`${JSON.stringify(targets)}\n`)
      return JSON.parse(await answer) as boolean[]
    }),
  )
  const wrong = HOSTS.flatMap((from, index) =>
    targets.flatMap(({ address, port }, number) => {
      const to = HOSTS.find(({ addresses }) => addresses.includes(address)) as Host
      if (to === from) return [] // what it says to itself goes by its own loopback
      const did = reached[index]?.[number]
      return did === isAllowed(from, to, address, port) ? [] : [{ from: from.role, to: to.role, port, did }]
    }),
  )
  expect(wrong).toEqual([])
  expect(reached.flat().filter(Boolean).length).toBeGreaterThan(rights.length)
})
