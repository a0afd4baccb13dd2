import { readFileSync } from 'node:fs'

const PACKAGE = new URL('../package.json', import.meta.url)

/** Minimum browser versions for the build, from `browserslist` in package.json (ADR 0031). */
export interface Baseline {
  /** Also the version of Android's WebView. */
  readonly chrome: string
  readonly ios_saf: string
  readonly safari: string
  readonly firefox: string
}

/** @throws for an entry that is not `name >= version`. */
export const readBaseline = (): Baseline => {
  const { browserslist } = JSON.parse(readFileSync(PACKAGE, 'utf8')) as { browserslist: readonly string[] }
  const versions = browserslist.map((entry) => {
    const [, name, version] = /^(\w+) >= ([\d.]+)$/.exec(entry) ?? []
    if (name === undefined || version === undefined) throw new Error(`browserslist: “${entry}” is not known`)
    return [name, version] as const
  })
  const { chrome, ios_saf, safari, firefox } = Object.fromEntries(versions)
  if (!chrome || !ios_saf || !safari || !firefox) throw new Error('browserslist: a browser is missing')
  return { chrome, ios_saf, safari, firefox }
}

/** Target names in Vite’s notation; its CSS target uses the same. */
export const viteTargets = (): string[] => {
  const { chrome, ios_saf, safari, firefox } = readBaseline()
  return [`chrome${chrome}`, `ios${ios_saf}`, `safari${safari}`, `firefox${firefox}`]
}
