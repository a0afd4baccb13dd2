/** A process of an application host asks Patroni and etcd: who may say what to them. */
import { request } from 'node:http'
import { askHost } from '@dr/test-kit/host-certificates'
import { missingPrograms, startPatroniCluster } from '@dr/test-kit/patroni-cluster'
import { expect, onTestFinished, test } from 'vitest'

const missing = missingPrograms()
const JSON_TYPE = { 'content-type': 'application/json' }

/** Returns the status of an unencrypted request's response, or `refused`. */
const askPlainly = (host: string, port: number, path: string): Promise<number | 'refused'> =>
  new Promise((resolve) => {
    request({ host, port, path }, (response) => resolve(Number(response.resume().statusCode)))
      .once('error', () => resolve('refused'))
      .end()
  })

test.skipIf(missing.length > 0)(
  'without a database host’s certificate Patroni changes nothing, and etcd does not answer',
  async () => {
    const cluster = await startPatroniCluster()
    onTestFinished(cluster.stop)
    const { certificates } = cluster
    const primary = await cluster.primary()
    const patroni = `https://${primary.address}:8008`
    const etcd = `https://${primary.etcdAddress}:2379/v2/keys/?recursive=true`
    const config = () => askHost(`${patroni}/config`, certificates.read()).then(({ body }) => body)
    const before = await config()
    /** The review's attack: its command runs as postgres on the primary. */
    const attack = JSON.stringify({ postgresql: { parameters: { archive_command: 'id >/tmp/attacked' } } })

    const changes = [
      ['PATCH', '/config', attack],
      ['PUT', '/config', attack],
      ['POST', '/restart', '{}'],
      ['POST', '/reload', '{}'],
      ['POST', '/reinitialize', '{"force":true}'],
      ['POST', '/switchover', JSON.stringify({ leader: primary.name })],
      ['POST', '/failover', JSON.stringify({ candidate: 'db2' })],
      ['POST', '/sigterm', '{}'],
    ] as const
    for (const [method, path, body] of changes) {
      const options = { ...certificates.read(), method, headers: JSON_TYPE }
      const { status } = await askHost(patroni + path, options, body)
      expect([method, path, status]).toEqual([method, path, 403])
    }
    expect(await askPlainly(primary.address, 8008, '/config')).toBe('refused')
    expect(await config()).toBe(before)
    await expect(askHost(etcd, certificates.read())).rejects.toThrow()
    expect(await askPlainly(primary.etcdAddress, 2379, '/v2/keys/')).not.toBe(200)
    await expect(askHost(etcd.replace('2379', '2380'), certificates.read())).rejects.toThrow()

    // A database host may; and HAProxy learns from questions alone which host is the primary.
    expect((await askHost(etcd, certificates.read('db1'))).body).toContain('/leader')
    const own = { ...certificates.read('db1'), method: 'PATCH', headers: JSON_TYPE }
    const changed = await askHost(`${patroni}/config`, own, '{"maximum_lag_on_failover":2097152}')
    expect([changed.status, await config()]).toEqual([200, expect.stringContaining('2097152')])
    expect(await cluster.whole()).toBe(primary)
  },
)
