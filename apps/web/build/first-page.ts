/**
 * The first page as one manifest. From it follow: the chunks of the build (vite.config.ts), what is preloaded
 * (first-load.ts, boot.js), which texts come first (catalogs.ts), and which shape the skeleton in index.html
 * has. first-page.test.ts fails where a module, a path, a call or a shape that is named here does not exist.
 */
import { CALLS } from '@dr/protocol/calls/index'
import { PATHS } from '../src/pages/paths.ts'

/** Who opens a page: `user` has a session token. */
export type Reader = 'visitor' | 'user'

interface Opening {
  /** The shape of the skeleton: a word of `data-for` in index.html, and a rule in src/ui/tokens.css. */
  readonly shape: string
  /**
   * Public calls, without parameters, that the page makes as it opens: requested while its code is loading.
   */
  readonly reads: readonly (keyof typeof CALLS)[]
}

/** The page that is assumed in index.html until boot.js has run. */
export const DEFAULT_SHAPE = 'visitor'

/** Pages whose skeleton or requests are their own. */
export const FIRST_PAGES: Readonly<Record<string, Readonly<Record<Reader, Opening>>>> = {
  [PATHS.home]: {
    visitor: { shape: 'visitor', reads: ['overview', 'products'] },
    user: { shape: 'mine', reads: ['overview'] },
  },
  [PATHS.backpack]: {
    visitor: { shape: 'other', reads: ['overview', 'dividendPool'] },
    user: { shape: 'backpack', reads: ['overview', 'dividendPool'] },
  },
  [PATHS.assets]: {
    visitor: { shape: 'other', reads: [] },
    user: { shape: 'assets', reads: [] },
  },
}

/** Every other page. */
export const OTHER_PAGES: Readonly<Record<Reader, Opening>> = {
  visitor: { shape: 'other', reads: [] },
  user: { shape: 'other', reads: [] },
}

/** The key that the requests of a signed-in user are encrypted with: needed on every page. */
const USER_READS: Opening['reads'] = ['publicKeys']

const urlOf = (name: keyof typeof CALLS): string => {
  const { method, path } = CALLS[name]
  if (method !== 'GET' || path.includes(':')) throw new Error(`${name} can't be preloaded: ${method} ${path}`)
  return path
}

interface BootPage {
  readonly shape: string
  /** Absolute paths, preloaded with GET. */
  readonly urls: readonly string[]
}
type BootPages = Readonly<Record<string, Readonly<Record<Reader, BootPage>>>>

const bootPage = ({ visitor, user }: Readonly<Record<Reader, Opening>>): BootPages[string] => ({
  visitor: { shape: visitor.shape, urls: visitor.reads.map(urlOf) },
  user: { shape: user.shape, urls: [...USER_READS, ...user.reads].map(urlOf) },
})

/** What boot.js has to know: by path and reader, and under `other` for every path that is not listed. */
export const bootPages = (): BootPages => ({
  ...Object.fromEntries(Object.entries(FIRST_PAGES).map(([path, page]) => [path, bootPage(page)])),
  other: bootPage(OTHER_PAGES),
})

/** What the entry starts, after the first paint (src/app/start.ts): names of chunks. */
export const APP_CHUNKS = ['root', 'main'] as const
/** Home, and what it adds for a signed-in user (src/pages/home/mine.tsx): names of chunks. */
export const HOME_CHUNK = 'home'
export const HOME_USER_CHUNK = 'mine'

/** Checks the answers to a signed-in user's calls: loaded with the first of them (src/api/client.ts). */
export const ANSWER_CHECK = 'api/schemas'

/**
 * Catalogs of what every visitor sees first: loaded with the first page, all others with the page after it.
 */
export const FIRST_CATALOGS = [
  'common.json',
  'errors.json',
  'home.json',
  'rates.json',
  'shell.json',
  'start.json',
  'local.json',
] as const

/**
 * A chunk by the names of its modules (`moduleName`): `*` is any part of a name, `**` any path, `{a,b}`
 * either. Modules of `except` are not in it, even where `modules` matches them.
 */
interface Chunk {
  readonly name: string
  readonly modules: readonly string[]
  readonly except?: readonly string[]
  /** A module that several chunks match is in the one with the highest. 0 by default. */
  readonly priority?: number
  /** A module is in it only if at least so many other chunks import it. */
  readonly minShareCount?: number
  /** A visitor's Home must not load it: one module of it would bring all of them. */
  readonly later?: true
}

export const CHUNKS: readonly Chunk[] = [
  { name: 'preload', modules: ['vite/preload-helper*'], priority: 9 },
  { name: 'react', modules: ['node_modules/{react,react-dom,scheduler}/**'], priority: 3 },
  {
    name: 'wallet',
    // WalletConnect's own copies are below its folder, and come with it. The ABIs, much alike, weigh little
    // together.
    modules: ['node_modules/{viem,ox,abitype,@noble,@adraffy}/**', 'contracts/abi/**'],
    except: ['node_modules/@noble/ciphers/**'],
    priority: 3,
    later: true,
  },
  {
    // What every page uses, and a visitor's Home: one file instead of thirty of one kilobyte.
    name: 'shell',
    modules: [
      'node_modules/{@tanstack,@lingui,use-sync-external-store}/**',
      'protocol/rules/{mining-rate,machine-cost,machine-outlook,package-offer,withdrawal-burn}',
      'api/*',
      'api/session/*',
      'api/queries/{account,mining,packages,public,use-offer-terms}',
      'app/theme',
      'chain/wallet/wallet',
      'chain/watched',
      'lib/{storage,store}',
      'features/machines/{bring-back,market-line,offer-of}',
      'features/notices/notices-button',
      'features/packages/{net-note,package-row,package-view,packages-card,packages-skeleton}',
      'features/transaction/intents',
      'features/transaction/work/{deposits,pending}',
      'i18n/*',
      'pages/*',
      'pages/frame/*',
      'ui/{chip,cx}',
      'ui/amounts/amount',
      'ui/form/button',
      'ui/layout/{banner,card,columns,defer-below-fold,lazy-part,nav-bar,screen,tab-bar,tiles,use-wide}',
      'ui/pictures/{icons,identicon,progress-bar,rig}',
      'ui/sheet/lazy-sheet',
      'ui/status/{async,empty-state,error-state,load-failed,offline-banner,skeleton,spinner,toast,toaster}',
      'ui/text/{format,texts}',
    ],
    except: [
      'node_modules/@tanstack/**/{mutationObserver,useMutation,useMutationState}.js',
      'node_modules/@tanstack/**/{infiniteQueryObserver,useInfiniteQuery}.js',
      'api/{schemas,fetch-all,invalidate,pause,token-worth}',
      'i18n/security-text',
    ],
    priority: 2,
  },
  {
    // What the pages after the first share, and Home for a signed-in user: none of it may lead to viem, or
    // name texts that come with the second page.
    name: 'parts',
    modules: [
      'node_modules/@tanstack/**',
      'protocol/order-id',
      'protocol/rules/{mining-rate,machine-cost,paid-until,pod-power-cost,unreturned}',
      'api/kept/*',
      'api/{invalidate,pause,token-worth}',
      'api/mutations/*',
      'api/queries/*',
      'chain/queries/{allowances,wallet-balances}',
      'chain/shortage/purchase.rules',
      'chain/wallet/wallet-prompt',
      'features/invite/{bind-card,invite-button}',
      'features/mining/{collect-countdown,collect-row,collect-words,reading,use-collect}',
      'features/notices/notices-row',
      'features/reminders/use-reminders',
      'features/session/sign-in-card',
      'features/wallet/faucet-card',
      'ui/**',
    ],
    except: ['ui/sheet/{sheet,use-swipe-down}', 'ui/pictures/qr'],
    priority: 1,
    minShareCount: 2,
    later: true,
  },
  {
    // What is read from the chain, and what else needs viem: one file, of which every page that a wallet is
    // connected on needs most.
    name: 'reads',
    modules: [
      'chain/calls/watch-transaction',
      'chain/reads/check-result',
      'chain/reads/read-{ability,allowances,balances,gas-terms,machines,parameters,reserves,watched,withdrawal-terms}',
      'chain/wallet/wallet-client',
    ],
    later: true,
  },
  {
    // What two pages or more show besides: one file more than their own, not six.
    name: 'cards',
    modules: [
      'features/accounts/balances',
      'features/community/{additions,figures}',
      'features/dividends/{pool,result-proof,weeks-card}',
      'features/exchange/{rate-text,swap-records}',
      'features/ledger/flow-list',
      'features/machines/group-machines',
      'features/nodes/standing',
      'features/power/{daily-additions,pledge-limits}',
      'features/reminders/reminders-card',
      'features/withdrawal/withdrawal-row',
    ],
    minShareCount: 2,
    later: true,
  },
]

/** Each name that a pattern's braces stand for: `ui/{a,b}` is `ui/a` and `ui/b`. */
export const namesOf = (pattern: string): readonly string[] => {
  const [, before = '', choices, after = ''] = /^(.*?)\{([^}]*)\}(.*)$/.exec(pattern) ?? []
  return choices === undefined
    ? [pattern]
    : choices.split(',').flatMap((choice) => namesOf(before + choice + after))
}

const regexOf = (name: string): RegExp =>
  new RegExp(
    `^${name
      .split(/(\*\*|\*)/)
      .map((part) => ({ '**': '.*', '*': '[^/]*' })[part] ?? part.replaceAll('.', '\\.'))
      .join('')}$`,
  )

/**
 * A module's name in the manifest: `ui/cx` for src/ui/cx.ts, `protocol/amounts` for a module of the protocol,
 * `contracts/abi/…`, `node_modules/…` from the outermost such folder, else the id without its mark of a
 * virtual module.
 */
export const moduleName = (id: string): string => {
  const [installed] = /node_modules\/.*$/.exec(id) ?? []
  if (installed !== undefined) return installed
  const [, folder, ours] = /\/(apps\/web|packages\/protocol)\/src\/(.*)\.tsx?$/.exec(id) ?? []
  if (ours !== undefined) return folder === 'apps/web' ? ours : `protocol/${ours}`
  return /contracts\/abi\/.*$/.exec(id)?.[0] ?? id.replace(/^\0/, '')
}

/** Whether a chunk's patterns match the module with this id. */
export const belongsTo = ({ modules, except = [] }: Chunk): ((id: string) => boolean) => {
  const inside = modules.flatMap(namesOf).map(regexOf)
  const outside = except.flatMap(namesOf).map(regexOf)
  return (id) => {
    const name = moduleName(id)
    return inside.some((regex) => regex.test(name)) && !outside.some((regex) => regex.test(name))
  }
}
