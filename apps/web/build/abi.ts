import type { Plugin } from 'vite'

/** A generated file of `contracts/abi/`, one entry a line, without its errors. */
export const withoutErrors = (source: string): string => source.replaceAll(/^ {2}\{"type":"error".*\n/gm, '')

/**
 * The app decodes a revert by `abi/errors.ts` alone, which has the errors of all contracts
 * (`decode-failure.ts`): a contract's own list comes without them.
 */
export const abi = (): Plugin => ({
  name: 'abi-without-errors',
  enforce: 'pre',
  transform: {
    filter: { id: /\/contracts\/abi\/(?!errors\.ts)[\w-]+\.ts$/ },
    handler: (code) => ({ code: withoutErrors(code), map: null }),
  },
})
