/** A site of ours that turns hostile, to a user whose device has pinned a signed release (ADR 0074). */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { SUMS_FILE } from '@dr/protocol/release/release'
import { testWallet } from '@dr/test-kit'
import { type HostileSite, type SiteFiles, signedRelease, startHostileSite } from '@dr/test-kit/hostile-site'
import { buildWeb } from '@dr/tools/dev/build/build-web'
import type { Page } from '@playwright/test'
import { expect, expectAccessibleInBoth, test } from '../../fixtures/test.ts'
import { App } from '../../pages/app.ts'

const keys = ['one', 'two', 'three'].map((name) => testWallet(`release ${name}`))
const two = keys.slice(0, 2)
const one = keys.slice(0, 1)
const BUILD_MS = 600_000

/** Script that would run if a refused file did. */
const HOSTILE = 'document.documentElement.dataset.hostile = "1"'
/** A worker that takes over at once, as a stolen server would serve it. */
const HOSTILE_WORKER = `addEventListener('install', () => skipWaiting())
addEventListener('activate', (event) => event.waitUntil(clients.claim()))`

let built: SiteFiles
let good: SiteFiles

test.use({ serviceWorkers: 'allow' })
test.beforeAll(async () => {
  test.setTimeout(BUILD_MS)
  const { directory } = await buildWeb({
    root: fileURLToPath(new URL('../../..', import.meta.url)),
    local: true,
    releaseKeys: keys.map(({ address }) => address.toLowerCase()).sort(),
  })
  const names = readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.(?:br|gz)$/.test(entry.name))
    .map(({ parentPath, name }) => join(parentPath, name).slice(directory.length + 1))
  built = new Map(names.map((name) => [name, readFileSync(join(directory, name))]))
  good = await signedRelease(built, { version: '1.0.6', keys: two })
})

const nameOf = (pattern: RegExp): string => {
  const name = [...built.keys()].find((path) => pattern.test(path))
  if (name === undefined) throw new Error(`no file ${pattern}`)
  return name
}
const changed = (files: SiteFiles, path: string, content: string): SiteFiles =>
  new Map(files).set(path, content)
const without = (files: SiteFiles, path: string): SiteFiles =>
  new Map([...files].filter(([name]) => name !== path))
const hostileDocument = (): SiteFiles =>
  changed(
    built,
    'index.html',
    String(built.get('index.html')).replace('<head>', `<head><script>${HOSTILE}</script>`),
  )

/** The text of the page that tells of the pin, from the menu. */
const openVersion = async (app: App) => {
  const menu = await app.openMenu()
  await menu.getByRole('button', { name: app.t('shell.version', { version: '1.0.6' }) }).click()
  return app.sheet(app.t('version.title'))
}

/** A user who has opened the app before, from the site while it was good. */
const enter = async (page: Page, { site, t }: { site: HostileSite; t: App['t'] }): Promise<App> => {
  site.serve(good)
  const app = new App(page, { url: site.url, t })
  await app.open('/')
  const sheet = await openVersion(app)
  await expect(sheet).toContainText(t('version.whole'), { timeout: 60_000 })
  await expect(sheet).toContainText(t('version.pinned', { version: '1.0.6' }))
  await app.closeSheet(t('version.title'))
  return app
}

const attacks: readonly (readonly [string, () => Promise<SiteFiles> | SiteFiles, string])[] = [
  [
    'another document',
    () => new Map([...good, ...[...hostileDocument()].filter(([name]) => name === 'index.html')]),
    'file',
  ],
  ['an older release', () => signedRelease(hostileDocument(), { version: '1.0.5', keys: two }), 'older'],
  [
    'a release signed by one stolen key',
    () => signedRelease(hostileDocument(), { version: '1.0.7', keys: one }),
    'signatures',
  ],
  [
    'a release signed by one stolen key, twice',
    () => signedRelease(hostileDocument(), { version: '1.0.7', keys: [...one, ...one] }),
    'signatures',
  ],
  ['no list', () => without(new Map([...good, ...hostileDocument()]), SUMS_FILE), 'list'],
  ['half a list', () => changed(good, SUMS_FILE, String(good.get(SUMS_FILE)).slice(0, -9)), 'list'],
]

for (const [name, files, kind] of attacks) {
  test(`a site that serves ${name} is refused, the user reads so, and the last good version goes on`, async ({
    complaints,
    page,
    product,
    t,
  }) => {
    const site = await startHostileSite(product.url)
    try {
      const app = await enter(page, { site, t })
      site.serve(await files())
      await page.reload()
      await expect(page.getByText(t('release.fault', { version: '1.0.6' }))).toBeVisible()
      // A page that was not visited yet.
      await app.tab('power')
      await expect(app.heading).toHaveText(t('power.title'))
      await expect(page.getByText(t('release.fault', { version: '1.0.6' }))).toBeVisible()
      const sheet = await openVersion(app)
      await expect(sheet).toContainText(t(`version.fault.${kind}`, { version: '1.0.6', path: 'index.html' }))
      await expect(sheet).toContainText(t('version.fault.kept', { version: '1.0.6' }))
      if (kind === 'file') await expectAccessibleInBoth(page, 'a finding about the site')
      expect(await page.evaluate('document.documentElement.dataset.hostile')).toBeUndefined()
      complaints.length = 0
    } finally {
      await site.close()
    }
  })
}

test('another chunk to one user is refused, and the user reads so', async ({
  complaints,
  page,
  product,
  t,
}) => {
  const site = await startHostileSite(product.url)
  try {
    const app = await enter(page, { site, t })
    const korean = nameOf(/^assets\/ko-/)
    site.serve(changed(good, korean, HOSTILE))
    const menu = await app.openMenu()
    await menu.getByLabel(t('shell.language')).selectOption('ko')
    await expect(page.getByText(t('release.fault', { version: '1.0.6' }))).toBeVisible()
    await app.closeSheet(t('shell.menu'))
    const sheet = await openVersion(app)
    await expect(sheet).toContainText(t('version.fault.file', { version: '1.0.6', path: korean }))
    expect(await page.evaluate('document.documentElement.dataset.hostile')).toBeUndefined()
    complaints.length = 0
  } finally {
    await site.close()
  }
})

test('another worker, which browsers load past the app, is reported by the page that is open', async ({
  complaints,
  page,
  product,
  t,
}) => {
  const site = await startHostileSite(product.url)
  try {
    const app = await enter(page, { site, t })
    site.serve(changed(good, 'sw.js', HOSTILE_WORKER))
    // As the browser does by itself at the next opening, or after a day.
    await page.evaluate('navigator.serviceWorker.getRegistration().then((one) => one.update())')
    await expect(page.getByText(t('release.worker'))).toBeVisible()
    const sheet = await openVersion(app)
    await expect(sheet).toContainText(t('version.fault.worker'))
    complaints.length = 0
  } finally {
    await site.close()
  }
})

test('an update is announced with what changed, and used when the user says so', async ({
  complaints,
  page,
  product,
  t,
}) => {
  const site = await startHostileSite(product.url)
  try {
    const app = await enter(page, { site, t })
    const files = changed(
      built,
      'index.html',
      String(built.get('index.html')).replace('<html ', '<html data-release="next" '),
    )
    site.serve(await signedRelease(files, { version: '1.0.7', keys: two }))
    await page.reload()
    await page.getByText(t('release.next', { version: '1.0.7' })).waitFor()
    expect(await page.evaluate('document.documentElement.dataset.release')).toBeUndefined()
    const sheet = await openVersion(app)
    await expect(sheet).toContainText('Change of 1.0.7.')
    await expectAccessibleInBoth(page, 'an update')
    await sheet.getByRole('button', { name: t('version.next.use') }).click()
    await expect.poll(() => page.evaluate('document.documentElement.dataset.release')).toBe('next')
    complaints.length = 0
  } finally {
    await site.close()
  }
})
