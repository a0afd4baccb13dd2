/**
 * The server lowers the case of hex where it comes in, and nowhere else (ADR 0054): what is inside has the
 * type `LowerHex`, and is compared as it is.
 */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { filesBelow } from './source-layout.ts'

const SERVER = fileURLToPath(new URL('../apps/server/src/', import.meta.url))

/** Where hex comes in as text: what each lowers. */
const EDGES = {
  'platform/hex.ts': 'what viem gives: lowerHex',
  'indexer/chain-reader.ts': 'blocks of a node',
  'indexer/raw-log.ts': 'logs of a node',
  'http/request/session.ts': 'the header with the connected wallet',
  'modules/users/users.rules.ts': 'an inviter as a person names them',
  'modules/users/sign-in/verify-signature.ts': 'the end of a signature, which stays as it was sent',
}
/** No hex. */
const NAMES = {
  'http/openapi.ts': 'HTTP methods',
  'modules/prices/record-prices.ts': 'symbols of tokens, in names of handlers',
  'modules/solvency/handlers.ts': 'symbols of tokens, in names of handlers',
}

it('toLowerCase is called where hex comes in, and for names', () => {
  const calling = filesBelow(SERVER).filter(
    (file) =>
      /\.ts$/.test(file) &&
      !/\.test\.ts$/.test(file) &&
      readFileSync(`${SERVER}${file}`, 'utf8').includes('.toLowerCase()'),
  )
  expect(calling.toSorted()).toEqual([...Object.keys(EDGES), ...Object.keys(NAMES)].toSorted())
})
