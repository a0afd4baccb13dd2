import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

export const hasOpenssl = (() => {
  try {
    execFileSync('openssl', ['version'], { stdio: 'ignore' })
    return true
  } catch {
    return false // the tests below are skipped, and named as such
  }
})()

/** Authorities and certificates by the commands of docs/operations.md. */
export const createCertificates = () => {
  const directory = mkdtempSync(join(tmpdir(), 'dr-tls-'))
  onTestFinished(() => rmSync(directory, { recursive: true }))
  const at = (name: string) => join(directory, name)
  const openssl = (...args: string[]) => execFileSync('openssl', args, { cwd: directory, stdio: 'ignore' })
  const newKey = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-noenc']
  const authority = (name: string) =>
    openssl(
      'req',
      '-x509',
      ...newKey,
      '-days',
      '2',
      '-subj',
      `/CN=${name}`,
      '-keyout',
      `${name}.key`,
      '-out',
      `${name}.pem`,
    )
  const certificate = (name: string, by: string, usage: string) => {
    writeFileSync(at(`${name}.ext`), `subjectAltName=IP:127.0.0.1\nextendedKeyUsage=${usage}\n`)
    openssl('req', ...newKey, '-subj', `/CN=${name}`, '-keyout', `${name}.key`, '-out', `${name}.csr`)
    openssl(
      'x509',
      '-req',
      '-in',
      `${name}.csr`,
      '-CA',
      `${by}.pem`,
      '-CAkey',
      `${by}.key`,
      '-CAcreateserial',
      '-days',
      '2',
      '-extfile',
      `${name}.ext`,
      '-out',
      `${name}.pem`,
    )
  }
  authority('ca')
  authority('other-ca')
  certificate('signer', 'ca', 'serverAuth')
  certificate('api', 'ca', 'clientAuth')
  certificate('stranger', 'other-ca', 'clientAuth')
  const pem = (name: string) => readFileSync(at(name), 'utf8')
  return {
    at,
    pem,
    tlsOf: (name: string, ca = 'ca') => ({
      cert: pem(`${name}.pem`),
      key: pem(`${name}.key`),
      ca: pem(`${ca}.pem`),
    }),
  }
}
