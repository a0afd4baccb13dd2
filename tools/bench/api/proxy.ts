/** HAProxy with the file of `deploy/proxy` in front of one API, without TLS: clients' addresses are real. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { freePort, spawnTied, stopProcess } from '@dr/test-kit'
import { fillFile } from '@dr/test-kit/deploy-files'
import type { BenchContext } from '../bench.ts'

const READY_TIMEOUT_MS = 30_000

/** Port of the proxy, which ends with the bench. */
export const startProxy = async ({ defer, log }: BenchContext, apiPort: number): Promise<number> => {
  const [port, other, unused] = [await freePort(), await freePort(), await freePort()]
  const folder = await mkdtemp(join(tmpdir(), 'dr-bench-proxy-'))
  defer(() => rm(folder, { recursive: true }))
  const tls = ' ssl crt /etc/ssl/digital-rights/bundle.pem alpn h2,http/1.1'
  const text = fillFile('proxy/haproxy.cfg', {
    [`bind :443${tls}`]: `bind 127.0.0.1:${port}`,
    [`bind [::]:443 v6only${tls}`]: `bind 127.0.0.1:${other}`,
    'maxconn 100000': 'maxconn 5000',
    '127.0.0.1:8081': `127.0.0.1:${apiPort}`,
    '127.0.0.1:8082': `127.0.0.1:${unused}`,
    'log global': 'no log', // to no disk that the database needs
  })
  const file = join(folder, 'haproxy.cfg')
  await writeFile(file, text)
  const child = spawnTied('/usr/sbin/haproxy', ['-f', file])
  defer(() => stopProcess(child, 'SIGTERM'))
  // Logs when it removes the API, since the measurement is then invalid.
  child.stderr?.on('data', (chunk: Buffer) => {
    for (const line of chunk.toString().split('\n')) if (line.includes('api1')) log(line)
  })
  const signal = AbortSignal.timeout(READY_TIMEOUT_MS)
  for (;;) {
    const answer = await fetch(`http://127.0.0.1:${port}/api/v1/public/keys`).catch(() => undefined)
    if (answer?.ok) return port
    if (child.exitCode !== null || signal.aborted) throw new Error('HAProxy did not start: is it installed?')
    await delay(100)
  }
}
