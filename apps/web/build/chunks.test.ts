import { expect, it } from 'vitest'
import { chunkGroups, firstModules, type ImportGraph } from './chunks.ts'

const VIEM = '/app/node_modules/viem/index.js'
const IMPORTS: Readonly<Record<string, readonly string[]>> = {
  '/src/app/start.ts': ['/src/tokens.css'],
  '/src/app/root.ts': [],
  '/src/app/main.tsx': ['/src/shell.tsx'],
  '/src/shell.tsx': ['/src/button.tsx'],
  '/src/pages/home/home.tsx': ['/src/welcome.tsx', '/src/offer.tsx'],
  '/src/welcome.tsx': [],
  '/src/offer.tsx': ['/src/price.ts'],
  '/src/buy-sheet.tsx': ['/src/offer.tsx', '/src/pay.ts'],
  '/src/pages/home/mine.tsx': ['/src/row.tsx', '/src/button.tsx'],
  '/src/row.tsx': ['/src/button.tsx'],
  '/src/pay.ts': [VIEM],
}

const graphOf = (imports: Readonly<Record<string, readonly string[]>>): ImportGraph => ({
  getModuleInfo: (id) => ({
    importedIds: imports[id] ?? [],
    importers: Object.keys(imports).filter((from) => imports[from]?.includes(id)),
    dynamicImporters: [],
  }),
})

const chunkOf = (id: string): string | null => {
  const graph = graphOf(IMPORTS) as Parameters<Extract<Group['name'], (...input: never[]) => unknown>>[1]
  const fits = ({ test }: Group): boolean => test === undefined || (test as RegExp).test(id)
  const names = chunkGroups('/src')
    .filter(fits)
    .toSorted((a, b) => (b.priority ?? 0) - (a.priority ?? 0))
    .map(({ name }) => (typeof name === 'string' ? name : name(id, graph)))
  return names.find((name) => name != null) ?? null
}
type Group = ReturnType<typeof chunkGroups>[number]

it('a visitor’s first page loads what it imports, and of Home what other pages import too', () => {
  expect([...firstModules(graphOf(IMPORTS), '/src')].map((id) => id.replace('/src/', '')).toSorted()).toEqual(
    ['button.tsx', 'offer.tsx', 'price.ts', 'shell.tsx'],
  )
})

it.each([
  ['/src/button.tsx', 'shell'],
  ['/src/row.tsx', 'parts'],
  ['/src/pay.ts', 'reads'],
  ['/src/welcome.tsx', 'shared'], // if two pages import it
  [VIEM, 'wallet'],
  ['/app/contracts/abi/exchange.ts', 'wallet'],
  ['/app/node_modules/@noble/ciphers/index.js', 'shared'],
  ['/app/node_modules/@walletconnect/core/node_modules/viem/index.js', 'shared'],
  ['/app/node_modules/react-dom/client.js', 'react'],
  ['/src/ui/pictures/qr.tsx', null],
  ['/app/node_modules/uqr/dist/index.mjs', null],
])('%s is in %s', (id, name) => expect(chunkOf(id)).toBe(name))

it('a first page that imports the wallet’s code, by whatever way, is not built', () => {
  const graph = graphOf({ ...IMPORTS, '/src/welcome.tsx': ['/src/pay.ts'] })
  expect(() => firstModules(graph, '/src')).toThrow('/src/pay.ts imports /app/node_modules/viem/index.js')
})
