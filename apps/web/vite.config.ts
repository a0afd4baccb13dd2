import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { CALLS } from '@dr/protocol/calls/index'
import { LOCAL_CALLS } from '@dr/protocol/calls/local'
import { DEFAULT_LOCALE, LOCALES } from '@dr/protocol/constants'
import { parseReleaseKeys } from '@dr/protocol/release/release'
import babel from '@rolldown/plugin-babel'
import tailwindcss from '@tailwindcss/vite'
import react, { reactCompilerPreset } from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { abi } from './build/abi.ts'
import { answers, endpoints } from './build/answers.ts'
import { viteTargets } from './build/baseline.ts'
import { boot } from './build/boot.ts'
import { catalogs, readCatalog } from './build/catalogs.ts'
import { chunkGroups } from './build/chunks.ts'
import { compress } from './build/compress.ts'
import { deployedOnly } from './build/deployed-only.ts'
import { firstLoad } from './build/first-load.ts'
import { oldBrowser } from './build/old-browser.ts'
import { oneCopy } from './build/one-copy.ts'
import { serviceWorker } from './build/service-worker.ts'
import { readCode, shortKeys } from './build/short-keys.ts'

const api = process.env.DR_API ?? 'http://127.0.0.1:8080'
const texts = fileURLToPath(new URL('./src/i18n/catalogs', import.meta.url))
const CODE = fileURLToPath(new URL('./src', import.meta.url))
const EXIT = fileURLToPath(new URL('./exit', import.meta.url))
const PROTOCOL = fileURLToPath(new URL('../../packages/protocol/src', import.meta.url))
const RELEASE_KEYS = parseReleaseKeys(process.env.RELEASE_KEYS)
const legacyPaths = ['pledgeorder', 'usermoney', 'wait', 'sysnotice', 'game', 'common', 'user']
const proxied = ['/api', '/rpc', ...legacyPaths.map((path) => `/${path}/`)]

const calls = { ...CALLS, ...(process.env.DR_LOCAL === '1' ? LOCAL_CALLS : {}) }

const keysOf = (part?: 'more'): string[] =>
  Object.keys(readCatalog(join(texts, `${DEFAULT_LOCALE}.json`), { part }))
const short = shortKeys(keysOf(), { code: readCode(CODE), others: readCode(PROTOCOL) })

/**
 * Memoised are parts that stay while others change: shell, pages, ui, hooks. A feature's component
 * re-renders when its own data or input changes, usually completely; memoising it added a fifth to the
 * code. Menu and banners are rarely shown, and the excluded pages rarely re-render: only for another
 * address or session, and their cards read data themselves.
 */
const compiler = reactCompilerPreset()
const NOT_MEMOISED =
  /src\/(features\/.*|app\/(menu-sheet|language-strip|pending-banner|watch-part)|pages\/(home\/home|(platform|dao|operator|exchange|wthdrawal)\/[^/]*))\.tsx$/

export default defineConfig({
  base: './',
  plugins: [
    abi([CODE, EXIT, PROTOCOL]),
    oneCopy(),
    answers(calls),
    deployedOnly(),
    endpoints(calls),
    catalogs(texts, {
      local: process.env.DR_LOCAL === '1',
      documentLocale: DEFAULT_LOCALE,
      shortKeys: short,
    }),
    boot(fileURLToPath(new URL('./build/boot.js', import.meta.url))),
    oldBrowser(texts),
    react(),
    babel({
      presets: [
        {
          ...compiler,
          rolldown: {
            ...compiler.rolldown,
            filter: { ...compiler.rolldown.filter, id: { exclude: NOT_MEMOISED } },
          },
        },
      ],
    }),
    tailwindcss(),
    firstLoad(
      LOCALES,
      keysOf('more').map((key) => short.get(key) ?? key),
    ),
    serviceWorker({ locale: DEFAULT_LOCALE, keys: RELEASE_KEYS }),
    compress(),
  ],
  // Faucet and burner wallet exist only in a build for the local chain.
  define: {
    __LOCAL_CHAIN__: JSON.stringify(process.env.DR_LOCAL === '1'),
    __PINNED__: JSON.stringify(RELEASE_KEYS.length > 0),
    __WALLETCONNECT__: JSON.stringify(process.env.WALLETCONNECT !== 'off'), // ADR 0053
  },
  server: { proxy: Object.fromEntries(proxied.map((path) => [path, api])) },
  build: {
    target: viteTargets(),
    outDir: 'dist',
    license: { fileName: 'third-party-licences.md' },
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        codeSplitting: { groups: chunkGroups(CODE) },
      },
    },
  },
})
