/** The sample settings: what each program takes, and where the firewall and Prometheus look for it. */
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readConfig } from '@dr/server/platform/config/config'
import { environmentOf, fillFile } from '@dr/test-kit/deploy-files'
import { expect, onTestFinished, test } from 'vitest'
import { parse } from 'yaml'
import { readSignerConfig } from '../../apps/server/src/modules/vouchers/signing-process/read-signer-config.ts'
import { OFFLINE_DEPLOYMENT } from '../../apps/server/test/app/offline-deployment.ts'

const settingsOf = (role: string) => environmentOf(fillFile(`systemd/${role}.env`, {}))

/** With its files, which are an operator's, in a folder of this test. */
const prepare = (role: string): Record<string, string> => {
  const folder = mkdtempSync(join(tmpdir(), 'dr-settings-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const at = (name: string) => join(folder, name)
  mkdirSync(at('secrets'), { mode: 0o700 })
  for (const name of role === 'worker'
    ? ['keeper', 'attester', 'drawer']
    : role === 'signer'
      ? ['signer']
      : [])
    writeFileSync(at(`secrets/${name}`), `0x${'11'.repeat(32)}`, { mode: 0o600 })
  writeFileSync(at('97.json'), JSON.stringify(OFFLINE_DEPLOYMENT))
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-noenc', '-days', '1']
  execFileSync(
    'openssl',
    ['req', '-x509', ...key, '-subj', '/CN=a', '-keyout', at('key'), '-out', at('pem')],
    {
      stdio: 'pipe',
    },
  )
  const files: Record<string, string> = {
    DEPLOYMENT_FILE: at('97.json'),
    DATA_DIR: folder,
    SECRETS_DIR: at('secrets'),
    SIGNER_POLICY_FILE: join(import.meta.dirname, '../signer/policy.example.json'),
    SIGNER_TLS_CERT: at('pem'),
    SIGNER_TLS_KEY: at('key'),
    SIGNER_TLS_CA: at('pem'),
  }
  const settings = settingsOf(role)
  return Object.fromEntries(
    Object.entries(settings).map(([name, value]) => [name, name === 'HOST' ? value : (files[name] ?? value)]),
  )
}

test('each program takes its sample', () => {
  for (const role of ['api', 'indexer', 'worker'] as const)
    expect(readConfig({ NODE_ENV: 'production', ...prepare(role) }, [role])).toMatchObject({ local: false })
  expect(readSignerConfig(prepare('signer')).listen).toMatchObject({ host: '10.0.0.41', port: 8443 })
})

test('they listen where the firewall lets Prometheus in, and where it asks', () => {
  const rules = readFileSync(join(import.meta.dirname, '../nftables/nftables.conf'), 'utf8')
  const hostsOf = (name: string) => new RegExp(`define ${name} = \\{ (.*) \\}`).exec(rules)?.[1]?.split(', ')
  const portsOf = (name: string) =>
    new RegExp(`saddr \\$monitoring ip daddr \\$${name} tcp dport \\{? ?([\\d, ]+)`)
      .exec(rules)?.[1]
      ?.trim()
      .split(', ')
  const jobs = parse(readFileSync(join(import.meta.dirname, '../prometheus/prometheus.yml'), 'utf8'))
    .scrape_configs as { job_name: string; static_configs: { targets: string[] }[] }[]
  const asked = (job: string) => [
    ...new Set(
      jobs
        .find(({ job_name }) => job_name === job)
        ?.static_configs.flatMap(({ targets }) => targets.map((target) => target.split(':')[1])),
    ),
  ]
  const [api, indexer, worker, signer] = ['api', 'indexer', 'worker', 'signer'].map(settingsOf)
  expect(hostsOf('api')).toContain(api?.HOST)
  expect(hostsOf('edge')).toEqual(api?.TRUST_PROXY?.split(','))
  expect(asked('api')).toEqual(portsOf('api'))
  for (const settings of [indexer, worker]) expect(hostsOf('worker')).toContain(settings?.HOST)
  expect([...asked('indexer'), ...asked('worker')]).toEqual([indexer?.PORT, worker?.PORT])
  expect(portsOf('worker')).toEqual([indexer?.PORT, worker?.PORT])
  expect([signer?.SIGNER_LISTEN, asked('signer')]).toEqual([api?.SIGNER_URL, portsOf('signer')])
})
