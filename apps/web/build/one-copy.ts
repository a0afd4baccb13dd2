import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { Plugin } from 'vite'

const require = createRequire(import.meta.url)
/** Modules of viem's copy. */
const HASHES = join(dirname(createRequire(require.resolve('viem')).resolve('@noble/hashes/sha3')), 'esm')

/**
 * Takes noble's hashes from viem's copy, whatever copy npm has installed beside the importer: the app had four.
 * WalletConnect keeps its own, which are loaded with it.
 */
export const oneCopy = (): Plugin => ({
  name: 'one-copy-of-hashes',
  enforce: 'pre',
  apply: 'build',
  resolveId: {
    filter: { id: /^@noble\/hashes\/[\w-]+(?:\.js)?$/ },
    handler: (id, importer) =>
      importer === undefined || importer.includes('/@walletconnect/')
        ? null
        : join(HASHES, `${id.slice(id.lastIndexOf('/') + 1).replace(/\.js$/, '')}.js`),
  },
})
