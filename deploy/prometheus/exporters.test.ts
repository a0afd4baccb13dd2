/**
 * The alarms with a label `source`, each by its fault: Debian's node_exporter and blackbox_exporter beside a
 * disk that fills, a backup that no longer succeeds and a site whose certificate expires; Patroni's own
 * metrics of the cluster that `deploy/` starts. Only in the full run, with the durations of production; disks
 * need root.
 */
import { execFile, execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { chmod, chown, mkdtemp, rm, stat, truncate, writeFile } from 'node:fs/promises'
import { createServer } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { canMountDisks, freePort, isInstalled, spawnTied, stopProcess } from '@dr/test-kit'
import { fillFile } from '@dr/test-kit/deploy-files'
import { type DatabaseNode, missingPrograms, startPatroniCluster } from '@dr/test-kit/patroni-cluster'
import { describe, expect, onTestFinished, test } from 'vitest'
import { jobsOf, startPrometheus } from './start-prometheus.ts'

const FULL = process.env.FULL === '1'
const SEEN = { timeout: 120_000, interval: 500 }
const QUIET = { timeout: 300_000, interval: 500 }
const TEST_WITHIN_MS = 1_800_000
const DISK_BYTES = 64 * 1024 * 1024
const LAG_BYTES = 80 * 1024 * 1024
/** Folder of Debian's node_exporter. */
const TEXTS = '/var/lib/prometheus/node-exporter'
const EXPORTERS = ['prometheus', 'prometheus-node-exporter', 'prometheus-blackbox-exporter', 'openssl']

const missing = [...EXPORTERS, 'mkfs.ext4']
  .filter((name) => !isInstalled(name))
  .concat(canMountDisks() ? [] : ['mount'])
if (FULL && missing.length > 0) process.stderr.write(`SKIPPED: exporters (not here: ${missing.join(', ')})\n`)

test.skipIf(!process.env.CI || !FULL || missing.length === 0)('the exporters can run here', () =>
  expect(missing).toEqual([]),
)

const idsOf = (user: string): { uid: number; gid: number } => {
  const id = (option: string) => Number(execFileSync('id', [option, user], { encoding: 'utf8' }))
  return { uid: id('-u'), gid: id('-g') }
}

const makeFolder = async (): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'dr-exporters-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  return folder
}

/** A separate ext4: the alarm excludes file systems in memory. */
const mountDisk = async (folder: string): Promise<string> => {
  const [image, directory] = [join(folder, 'disk.img'), await makeFolder()]
  await writeFile(image, '')
  await truncate(image, DISK_BYTES)
  execFileSync('mkfs.ext4', ['-q', '-m', '0', image])
  execFileSync('mount', ['-o', 'loop', image, directory])
  onTestFinished(() => void execFileSync('umount', ['--lazy', directory]))
  return directory
}

interface Certificate {
  readonly cert: Buffer
  readonly key: Buffer
}

/** A certificate authority, and a certificate for this host, valid for some days. */
const createAuthority = (folder: string) => {
  const file = (name: string) => join(folder, name)
  const make = (name: string, args: readonly string[]) => {
    const out = ['-keyout', file(`${name}.key`), '-out', file(`${name}.pem`)]
    execFileSync('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', ...out, ...args], {
      stdio: 'pipe',
    })
  }
  make('ca', ['-subj', '/CN=test', '-days', '3650'])
  const sign = (days: number): Certificate => {
    const name = `site-${days}`
    const by = ['-CA', file('ca.pem'), '-CAkey', file('ca.key')]
    const names = ['-addext', 'subjectAltName=IP:127.0.0.1', '-addext', 'basicConstraints=critical,CA:FALSE']
    make(name, ['-subj', '/CN=127.0.0.1', '-days', String(days), ...by, ...names])
    return { cert: readFileSync(file(`${name}.pem`)), key: readFileSync(file(`${name}.key`)) }
  }
  return { file: file('ca.pem'), sign }
}

/** A folder for the textfile collector, with the owner and mode of Debian's own. */
const makeTextFolder = async (): Promise<string> => {
  const folder = await makeFolder()
  const { uid, gid, mode } = await stat(TEXTS)
  await chown(folder, uid, gid)
  await chmod(folder, mode & 0o7777)
  return folder
}

/** Runs the backup unit's command after a successful backup, as its user, with its umask. */
const noteBackup = (folder: string): void => {
  const unit = fillFile('pgbackrest/digital-rights-backup@.service', { [TEXTS]: folder, '%%': '%' })
  const settingOf = (name: string) => new RegExp(`^${name}=(.*)$`, 'm').exec(unit)?.[1] ?? ''
  const [, prefix, command = ''] = /^(\+?)\/bin\/sh -c '(.*)'$/.exec(settingOf('ExecStartPost')) ?? []
  if (command === '') throw new Error('the unit does nothing after a backup')
  const user = prefix === '+' ? 'root' : settingOf('User')
  const as = ['setpriv', `--reuid=${user}`, `--regid=${user}`, '--init-groups']
  const shell = [`umask ${settingOf('UMask') || '022'}; exec "$@"`, 'sh', ...as, '/bin/sh', '-c', command]
  execFileSync('/bin/sh', ['-c', ...shell])
}

/** Expectations of one Prometheus; alarms of processes that do not run here are ignored. */
const expectations = ({ firing }: Awaited<ReturnType<typeof startPrometheus>>, of: readonly string[]) => {
  const ours = async () => (await firing()).filter((alarm) => of.includes(alarm))
  return {
    fires: (...alarms: readonly string[]) =>
      expect.poll(ours, SEEN).toEqual(expect.arrayContaining([...alarms])),
    quiet: () => expect.poll(ours, QUIET).toEqual([]),
    ours,
  }
}

describe.runIf(FULL)('alarms that need another exporter', () => {
  test.skipIf(missing.length > 0)(
    'a full disk, an old backup, a certificate that ends, a site that cannot be reached',
    async () => {
      const folder = await makeFolder()
      const disk = await mountDisk(folder)
      const texts = await makeTextFolder()
      const authority = createAuthority(folder)
      const site = createServer(authority.sign(60), (_, response) => void response.end('{}'))
      const sitePort = await freePort()
      await new Promise<void>((resolve) => void site.listen(sitePort, '127.0.0.1', resolve))
      onTestFinished(() => void site.close())

      const [node, blackbox] = [`127.0.0.1:${await freePort()}`, `127.0.0.1:${await freePort()}`]
      const programs = [
        spawnTied(
          'prometheus-node-exporter',
          [`--web.listen-address=${node}`, `--collector.textfile.directory=${texts}`],
          { user: idsOf('prometheus') },
        ),
        spawnTied(
          'prometheus-blackbox-exporter',
          [`--web.listen-address=${blackbox}`, '--config.file=/etc/prometheus/blackbox.yml'],
          { environment: { SSL_CERT_FILE: authority.file } },
        ),
      ]
      onTestFinished(
        async () => void (await Promise.all(programs.map((program) => stopProcess(program, 'SIGTERM')))),
      )
      const jobs = jobsOf(
        { site: [`https://127.0.0.1:${sitePort}/api/v1/public/keys`], node: [node] },
        { 'blackbox.elsewhere.example:9115': blackbox },
      )
      const prometheus = await startPrometheus([], 1, jobs)
      const full = `DiskAlmostFull ${disk}`
      const alarms = expectations(prometheus, [
        full,
        'BackupOld',
        'CertificateExpires site',
        'SiteUnreachable site',
      ])
      // No backup was recorded so far.
      await alarms.fires('BackupOld')
      noteBackup(texts)
      await alarms.quiet()
      const seen = [
        `node_filesystem_avail_bytes{mountpoint="${disk}"}`,
        'backup_last_success_timestamp_seconds',
        'probe_success{job="site"} == 1',
        'probe_ssl_earliest_cert_expiry{job="site"}',
      ]
      for (const figure of seen)
        await expect
          .poll(async () => JSON.stringify(await prometheus.query(figure)), QUIET)
          .toContain('"value"')
      expect(await alarms.ours()).toEqual([])

      await writeFile(join(disk, 'ballast'), Buffer.alloc(DISK_BYTES * 0.82, 1))
      const at = Math.floor(Date.now() / 1_000) - 27 * 3_600
      await writeFile(join(texts, 'backup.prom'), `backup_last_success_timestamp_seconds ${at}\n`)
      site.setSecureContext(authority.sign(10))
      await alarms.fires(full, 'BackupOld', 'CertificateExpires site')
      await rm(join(disk, 'ballast'))
      noteBackup(texts)
      site.setSecureContext(authority.sign(60))
      await alarms.quiet()

      site.close()
      site.closeAllConnections()
      await alarms.fires('SiteUnreachable site')
    },
    TEST_WITHIN_MS,
  )

  test.skipIf(missingPrograms().length > 0 || missing.includes('prometheus'))(
    'a database host that dies, no synchronous standby, a standby that lags, no primary',
    async () => {
      const cluster = await startPatroniCluster()
      onTestFinished(cluster.stop)
      /**
       * Rows of a statement without headings; not synchronously, since the hosts' proxies run in this
       * process.
       */
      const on = async (node: DatabaseNode, text: string): Promise<string> => {
        const { stdout } = await promisify(execFile)('psql', ['-qAtc', text, cluster.adminUrl(node)])
        return stdout.trim()
      }
      const authority = { '/etc/prometheus/database-ca.pem': cluster.certificates.authority }
      const targets = cluster.nodes.map(({ address }) => `${address}:8008`)
      const prometheus = await startPrometheus([], 1, jobsOf({ patroni: targets }, authority))
      const alarms = expectations(prometheus, [
        'PostgresDown patroni',
        'PostgresNotOnePrimary',
        'ReplicaMissing',
        'ReplicationLag patroni',
      ])
      const watched = 'sum(patroni_postgres_running) == 3 and sum(patroni_sync_standby) == 1'
      await expect
        .poll(async () => JSON.stringify(await prometheus.query(watched)), QUIET)
        .toContain('"value"')
      expect(await alarms.ours()).toEqual([])

      // A standby that no commit waits for stops replaying.
      const primary = await cluster.whole()
      const isAsync = "SELECT application_name FROM pg_stat_replication WHERE sync_state = 'async'"
      const behind = await on(primary, isAsync)
      const standby = cluster.nodes.find(({ name }) => name === behind)
      if (!standby) throw new Error(`no standby named ${behind}`)
      const startup = "SELECT pid FROM pg_stat_activity WHERE backend_type = 'startup'"
      const pid = Number(await on(standby, startup))
      process.kill(pid, 'SIGSTOP') // PostgreSQL's own pause of replay would be ended by Patroni
      await on(
        primary,
        `CREATE TABLE ballast AS SELECT string_agg(md5(n::text || m::text), '') AS text
        FROM generate_series(1, ${LAG_BYTES / 1_024}) n, generate_series(1, 32) m GROUP BY n`,
      )
      await alarms.fires('ReplicationLag patroni')
      process.kill(pid, 'SIGCONT')
      await alarms.quiet()

      const standbys = cluster.nodes.filter((node) => node !== primary)
      for (const node of standbys) node.kill()
      await alarms.fires('PostgresDown patroni', 'ReplicaMissing')
      for (const node of standbys) node.start()
      await cluster.whole()
      await alarms.quiet()

      // No host reaches etcd: the primary demotes itself.
      for (const node of cluster.nodes) node.cut()
      await alarms.fires('PostgresNotOnePrimary')
      for (const node of cluster.nodes) node.heal()
      await cluster.whole()
      await alarms.quiet()
    },
    TEST_WITHIN_MS,
  )
})
