import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { CALLS } from '@dr/protocol/calls/index'
import { LOCAL_CALLS } from '@dr/protocol/calls/local'
import { DEFAULT_LOCALE, LOCALES } from '@dr/protocol/constants'
import babel from '@rolldown/plugin-babel'
import tailwindcss from '@tailwindcss/vite'
import react, { reactCompilerPreset } from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { answers } from './build/answers.ts'
import { viteTargets } from './build/baseline.ts'
import { boot } from './build/boot.ts'
import { catalogs, readCatalog } from './build/catalogs.ts'
import { compress } from './build/compress.ts'
import { firstLoad } from './build/first-load.ts'
import { oldBrowser } from './build/old-browser.ts'
import { serviceWorker } from './build/service-worker.ts'

const api = process.env.DR_API ?? 'http://127.0.0.1:8080'
const texts = fileURLToPath(new URL('./src/i18n/catalogs', import.meta.url))
const legacyPaths = ['pledgeorder', 'usermoney', 'wait', 'sysnotice', 'game', 'common', 'user']
const proxied = ['/api', '/rpc', ...legacyPaths.map((path) => `/${path}/`)]

const SHELL =
  /node_modules\/(@tanstack(?!.*\/(mutationObserver|useMutation|useMutationState|infiniteQueryObserver|useInfiniteQuery)\.js)|@lingui|use-sync-external-store)\/|src\/(mining-rate|machine-cost|package-offer|withdrawal-burn|i18n\/(?!account-problem|inviter-lines|security-text|small-network)[^/]*|app\/theme|ui\/(amount|async|banner|below|button|card|chip|columns|cx|empty-state|error-state|format|icons|identicon|lazy-(part|sheet)|load-failed|nav-bar|offline-banner|progress-bar|rig|screen|skeleton|spinner|tab-bar|texts|tiles|toast|toaster|use-wide)|api\/(?!schemas|check-answer|zod|fetch-all|invalidate|invite-link|pause|token-worth|mutations|queries)[^/]*|api\/queries\/(account|mining|packages|public|use-market)|chain\/(deposits|intents|pending|store|wallet|watched)|pages\/(frame\/[^/]*|[^/]*)|features\/(notices\/notices-button|packages\/(net-note|package-(row|view)|packages-(card|skeleton))))\.tsx?$/
/** Also Home's for who is signed in: nothing of them may lead to viem, or name texts of the second page. */
const PARTS =
  /node_modules\/@tanstack\/|src\/(mining-rate|machine-cost|api\/(invalidate|pause|token-worth)|ui\/(?!sheet|qr|use-swipe)[^/]*|ui\/charts\/[^/]*|api\/(queries|mutations)\/[^/]*|features\/(invite\/(bind-card|invite-button)|mining\/(collect-(countdown|row|words)|reading|use-collect)|notices\/notices-row|reminders\/use-reminders|session\/sign-in-card|wallet\/faucet-card))\.tsx?$/
/** What two pages or more show besides: one file more than their own, not six. */
const CARDS =
  /src\/features\/(accounts\/balances|community\/(additions|figures)|dividends\/(pool|result-proof|weeks-card)|exchange\/(rate-text|swap-records)|ledger\/flow-list|machines\/group-machines|mining\/source|nodes\/standing|power\/(daily-additions|pledge-limits)|reminders\/reminders-card|withdrawal\/withdrawal-row)\.tsx?$/

/**
 * Memoised is what stays while other things change: shell, pages, building blocks, hooks. A feature's component is drawn
 * again when its own data or input changed, and then nearly all of it did; the memory of it was a fifth of all code. Nor
 * is the menu, which is seldom open, nor pages that are drawn again when their address or session changes, hardly ever, and whose cards read for themselves.
 */
const compiler = reactCompilerPreset()
const NOT_MEMOISED = /src\/(features\/.*|app\/menu-sheet|pages\/(home\/home|(platform|dao)\/[^/]*))\.tsx$/

export default defineConfig({
  base: './',
  plugins: [
    answers({ ...CALLS, ...(process.env.DR_LOCAL === '1' ? LOCAL_CALLS : {}) }),
    catalogs(texts, { local: process.env.DR_LOCAL === '1', documentLocale: DEFAULT_LOCALE }),
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
    firstLoad(LOCALES, Object.keys(readCatalog(join(texts, DEFAULT_LOCALE), { part: 'more' }))),
    serviceWorker(fileURLToPath(new URL('./build/service-worker.js', import.meta.url)), DEFAULT_LOCALE),
    compress(),
  ],
  // Faucet and burner wallet exist only in a build for the local chain.
  define: { __LOCAL_CHAIN__: JSON.stringify(process.env.DR_LOCAL === '1') },
  server: { proxy: Object.fromEntries(proxied.map((path) => [path, api])) },
  build: {
    target: viteTargets(),
    outDir: 'dist',
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'preload', test: /vite\/preload-helper/, priority: 9 },
            { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\//, priority: 3 },
            {
              name: 'wallet',
              // Not WalletConnect's own copies of them: those come with it. The ABIs, much alike, weigh little together.
              test: /^(?!.*@walletconnect).*node_modules\/(viem|ox|abitype|@noble\/(?!ciphers)|@adraffy)\/|contracts\/abi\//,
              priority: 3,
            },
            // What every page uses comes in one file, not in thirty of one kilobyte.
            { name: 'shell', test: SHELL, priority: 2 },
            // And what the pages after the first share, in another.
            { name: 'parts', test: PARTS, priority: 1, minShareCount: 2 },
            { name: 'cards', test: CARDS, minShareCount: 2 },
          ],
        },
      },
    },
  },
})
