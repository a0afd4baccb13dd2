import { readFileSync } from 'node:fs'
import type { Plugin } from 'vite'

/** Files of viem whose functions are `undefined` in a build: to use one is an error. */
const LEFT_OUT = [
  // Bytecodes of contracts that are not deployed; their constructors are parsed with `abitype`.
  'constants/contracts',
  // Answers from an address that a contract names: none of ours does, and nobody else's is followed.
  'utils/ccip',
  // Nonce, fees and gas of a local account's transaction: wallets choose these themselves.
  'actions/wallet/prepareTransactionRequest',
  'utils/blob/blobsToCommitments',
  'utils/blob/blobsToProofs',
  'utils/blob/commitmentsToVersionedHashes',
  'utils/blob/toBlobSidecars',
]
const EXPORT = /^export (?:async )?(?:function|const) (\w+)(?: = ('\w+');$)?/gm
const NO_PARSER = '\0no-parser'

/**
 * The module without its functions. Words stay: viem compares the data of each failed call with the selector of
 * an answer from outside the chain, and a failure without data must not be equal to it.
 */
export const emptied = (code: string): string =>
  [...code.matchAll(EXPORT)].map(([, name, word]) => `export const ${name} = ${word}`).join('\n')

/**
 * Leaves out what viem's actions bring for contracts that are not deployed, for answers from outside the chain,
 * and for transactions that the app does not send. About 12 kB compressed. Fails the build when viem has moved
 * these files.
 */
export const deployedOnly = (): Plugin => {
  const missing = new Set([NO_PARSER, ...LEFT_OUT])
  return {
    name: 'deployed-only',
    apply: 'build',
    enforce: 'pre',
    resolveId(source, importer) {
      if (source !== 'abitype' || !importer?.endsWith('/viem/_esm/actions/public/call.js')) return null
      missing.delete(NO_PARSER)
      return NO_PARSER
    },
    load(id) {
      if (id === NO_PARSER) return 'export const parseAbi = undefined'
      const name = LEFT_OUT.find((one) => id.endsWith(`/node_modules/viem/_esm/${one}.js`))
      if (name === undefined || id.includes('/@walletconnect/')) return null
      missing.delete(name)
      return emptied(readFileSync(id, 'utf8'))
    },
    buildEnd(error) {
      if (error === undefined && missing.size > 0) this.error(`viem has no longer ${[...missing].join(', ')}`)
    },
  }
}
