/** The units of deploy/systemd as processes: their programs and settings, in a folder instead of a host. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { environmentOf } from '@dr/test-kit/deploy-files'

/** Values that an operator fills in; undefined: a line that is removed. */
export type Filled = Readonly<Record<string, string | undefined>>

export interface Unit {
  readonly script: string
  readonly env: Readonly<Record<string, string>>
}

/** Places of a host, in `folder`. The product's is the folder itself. */
const placesIn = (folder: string) =>
  [
    ['/opt/digital-rights', folder],
    ['/etc/digital-rights', join(folder, 'etc')],
    ['/var/lib/digital-rights', join(folder, 'var')],
  ] as const

const deployed = (folder: string, name: string): string =>
  placesIn(folder).reduce(
    (text, [from, to]) => text.replaceAll(from, to),
    readFileSync(join(folder, 'deploy/systemd', name), 'utf8'),
  )

/** Settings of a role: its sample for `chainId`, filled in. Throws for a setting that the sample lacks. */
export const fillSample = (
  folder: string,
  role: string,
  { chainId, filled }: { readonly chainId: number; readonly filled: Filled },
): Record<string, string> => {
  const sample = environmentOf(deployed(folder, `${role}.env`).replaceAll(/\b97\b/g, String(chainId)))
  for (const name of Object.keys(filled))
    if (!(name in sample)) throw new Error(`deploy/systemd/${role}.env does not name ${name}`)
  const settings = Object.entries({ ...sample, ...filled })
  return Object.fromEntries(settings.filter((pair): pair is [string, string] => pair[1] !== undefined))
}

/** Command and environment of a unit with these settings, which win over its own. */
export const readUnit = (
  folder: string,
  role: string,
  { settings, instance }: { readonly settings: Readonly<Record<string, string>>; readonly instance?: string },
): Unit => {
  const name = `digital-rights-${role}${instance === undefined ? '' : '@'}.service`
  const text = deployed(folder, name).replaceAll('%i', instance ?? '')
  const program = /^ExecStart=\/usr\/bin\/node (\S+)$/m.exec(text)?.[1]
  if (program === undefined) throw new Error(`${name} starts no program of ours`)
  const own = /^Environment=(.*)$/m.exec(text)?.[1]?.split(' ') ?? []
  return { script: `exec node ${program}`, env: { ...environmentOf(own.join('\n')), ...settings } }
}
