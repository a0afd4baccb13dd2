import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { runInNewContext } from 'node:vm'
import { describe, expect, it } from 'vitest'
import { READ_BY_VISITORS } from '../src/api/read-by-visitors.ts'
import { PATHS } from '../src/pages/paths.ts'
import { heroFontSize } from '../src/ui/amounts/amount.tsx'
import { bootScript } from './boot.ts'
import { FIRST_SECTIONS, readSections } from './catalogs.ts'
import {
  ANSWER_CHUNK,
  APP_CHUNKS,
  bootPages,
  DEFAULT_SHAPE,
  FIRST_PAGES,
  HOME_CHUNK,
  HOME_USER_CHUNK,
  OTHER_PAGES,
  type Reader,
} from './first-page.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const web = `${root}apps/web/`
const read = (file: string): string => readFileSync(web + file, 'utf8')

describe('what a first page loads', () => {
  it('what is loaded by its chunk’s name is a module of that name', () => {
    const files = [
      ...APP_CHUNKS.map((name) => `app/${name}`),
      ...[HOME_CHUNK, HOME_USER_CHUNK].map((name) => `pages/home/${name}`),
      `api/${ANSWER_CHUNK}`,
    ]
    const found = files.filter((file) => ['.ts', '.tsx'].some((end) => existsSync(`${web}src/${file}${end}`)))
    expect(found).toEqual(files)
  })

  it('every first section of the catalogs is there', () => {
    const sections = Object.keys(readSections(`${web}src/i18n/catalogs/zh-CN.json`))
    expect(sections).toEqual(expect.arrayContaining([...FIRST_SECTIONS]))
  })
})

describe('skeleton', () => {
  const openings = [...Object.values(FIRST_PAGES), OTHER_PAGES].flatMap(({ visitor, user }) => [
    visitor,
    user,
  ])
  const shapes = [...new Set(openings.map(({ shape }) => shape))].sort()
  const html = read('index.html')

  it('index.html draws exactly the shapes of the manifest', () => {
    const drawn = [...html.matchAll(/\sdata-for="([^"]*)"/g)].flatMap(([, words = '']) => words.split(' '))
    expect([...new Set(drawn)].sort()).toEqual(shapes)
    expect(shapes).toContain(DEFAULT_SHAPE)
    expect(/<html[^>]*\sdata-shape="([^"]*)"/.exec(html)?.[1]).toBe(DEFAULT_SHAPE)
  })

  it('tokens.css draws the number shown last as large as the app does', () => {
    const withoutSpace = (text: string): string => text.replaceAll(/\s/g, '')
    const size = heroFontSize(1).replace('0.64', '(var(--last-digits) * 0.64)')
    expect(withoutSpace(read('src/ui/tokens.css'))).toContain(withoutSpace(`font-size: ${size};`))
  })

  it('tokens.css hides the parts of all other shapes, for exactly these', () => {
    const rules = read('src/ui/tokens.css').matchAll(
      /html\[data-shape="(\w+)"\] \[data-for\]:not\(\[data-for~="(\w+)"\]\)/g,
    )
    const pairs = [...rules].map(([, shape, kept]) => [shape, kept] as const)
    expect(pairs.toSorted()).toEqual(shapes.map((shape) => [shape, shape]))
  })
})

/** Runs boot.js as in the document, at `#path`; returns the skeleton's shape and the preloaded data. */
const boot = (
  path: string,
  reader: Reader,
  kept: Readonly<Record<string, string>> = {},
): {
  readonly shape: string | undefined
  readonly urls: string[]
  /** Last figure, as passed to the style sheet. */
  readonly last: Readonly<Record<string, string>> | undefined
} => {
  const stored = new Map([...Object.entries(kept), ...(reader === 'user' ? [['token', 'a token']] : [])])
  const properties: Record<string, string> = {}
  const dataset: Record<string, string> = { brands: '{}' }
  const style = {
    setProperty: (name: string, value: string) => {
      properties[name] = value
    },
  }
  const links: { readonly rel?: string; readonly href?: string }[] = []
  runInNewContext(bootScript(read('build/boot.js')), {
    document: {
      documentElement: { dataset, hasAttribute: () => false, style },
      querySelector: () => ({ content: '' }),
      createElement: () => ({}),
      head: { append: (link: { rel?: string }) => links.push(link) },
    },
    localStorage: { getItem: (key: string) => stored.get(key) ?? null },
    matchMedia: () => ({ matches: false }),
    navigator: { languages: [] },
    location: { hash: `#${path}?x=1` },
  })
  const data = links.filter(({ rel }) => rel === 'preload')
  const { '--brand': _, ...last } = properties
  return {
    shape: dataset.shape,
    urls: data.map(({ href = '' }) => href),
    last: dataset.last === undefined ? undefined : last,
  }
}

describe('boot.js', () => {
  const readers: readonly Reader[] = ['visitor', 'user']
  const paths = [...new Set([...Object.values(PATHS), ...Object.keys(FIRST_PAGES)])]
  const cases = paths.flatMap((path) => readers.map((reader) => ({ path, reader })))

  it.each(cases)('$path for a $reader: shape and requests of the manifest', ({ path, reader }) => {
    const pages = bootPages()
    const place = path === PATHS.homeAlias ? PATHS.home : path
    expect(boot(path, reader)).toMatchObject((pages[place] ?? pages.other)?.[reader])
  })

  it('a visitor’s Home requests what is read without waiting for the schemas', () => {
    const { visitor } = FIRST_PAGES[PATHS.home] ?? OTHER_PAGES
    expect(visitor.reads.length).toBeGreaterThan(0)
    expect(READ_BY_VISITORS).toEqual(expect.arrayContaining([...visitor.reads]))
  })

  it('Home asks for public figures, and for a user’s key only with a session', () => {
    const figures = '/api/v1/public/overview'
    expect(boot('/', 'visitor')).toMatchObject({
      shape: 'visitor',
      urls: [figures, '/api/v1/public/mining/products'],
    })
    expect(boot('/', 'user')).toMatchObject({ shape: 'mine', urls: ['/api/v1/public/keys', figures] })
  })

  it('a path without a page of its own has the shape of all others', () => {
    expect(boot('/pages/no/such', 'visitor')).toMatchObject({ shape: 'other', urls: [] })
  })

  describe('the figure that the page showed last', () => {
    const figure = { figure: '23.1', note: 'As of "12:04"' }
    const pages = { '/': figure }
    const kept = (value: unknown, more: Readonly<Record<string, string>> = {}) => ({
      loginAddress: '0xab',
      lastFigures: typeof value === 'string' ? value : JSON.stringify(value),
      ...more,
    })

    it('is drawn on that page alone', () => {
      const storage = kept({ address: '0xab', locale: 'zh-CN', pages })
      const drawn = {
        '--last-figure': '"23.1"',
        '--last-note': String.raw`"As of \"12:04\""`,
        '--last-digits': 4,
      }
      expect(boot('/', 'user', storage).last).toEqual(drawn)
      expect(boot(PATHS.homeAlias, 'user', storage).last).toEqual(drawn)
      expect(boot(PATHS.assets, 'user', storage).last).toBeUndefined()
    })

    it('not to a visitor, another account, or in another language; nor what is no figure', () => {
      const storage = kept({ address: '0xab', locale: 'zh-CN', pages })
      expect(boot('/', 'visitor', storage).last).toBeUndefined()
      expect(boot('/', 'user', { ...storage, locale: 'vi' }).last).toBeUndefined()
      expect(boot('/', 'user', { ...storage, loginAddress: '0xcd' }).last).toBeUndefined()
      expect(boot('/', 'user', kept('{')).last).toBeUndefined()
      for (const broken of ['{', '{}', '{"address":"0xab","locale":"zh-CN"}']) {
        expect(boot('/', 'user', kept(broken))).toMatchObject({ shape: 'mine', last: undefined })
      }
    })
  })
})
