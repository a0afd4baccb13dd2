import type { Plugin } from 'vite'

/** Exports of viem's file of bytecodes. */
const BYTECODES = [
  'deploylessCallViaBytecodeBytecode',
  'deploylessCallViaFactoryBytecode',
  'erc6492SignatureValidatorByteCode',
  'multicall3Bytecode',
]
const EMPTY = '\0deployed-only'
const NO_PARSER = `export const parseAbi = () => { throw new Error('this build calls deployed contracts only') }`

/**
 * Leaves out what viem's `call` brings for contracts that are not deployed: bytecodes, and a parser for their
 * constructors. The app calls deployed contracts only; such a call throws here. About 9 kB compressed. Fails
 * the build when viem has moved these files.
 */
export const deployedOnly = (): Plugin => {
  let replaced = 0
  return {
    name: 'deployed-only',
    apply: 'build',
    enforce: 'pre',
    resolveId(source, importer) {
      if (source !== 'abitype' || !importer?.endsWith('/viem/_esm/actions/public/call.js')) return null
      replaced += 1
      return EMPTY
    },
    load(id) {
      if (id === EMPTY) return NO_PARSER
      if (!id.endsWith('/viem/_esm/constants/contracts.js')) return null
      replaced += 1
      return BYTECODES.map((name) => `export const ${name} = undefined`).join('\n')
    },
    buildEnd() {
      if (replaced < 2) this.error('viem has no longer the files that deployed-only replaces')
    },
  }
}
