import type { Tag } from '@dr/protocol/call'

export const TAG_DESCRIPTIONS: Readonly<Record<Tag, string>> = {
  accounts: 'Balances, ledger lines and internal transfers.',
  community: 'The team, its activity, and rankings.',
  dividends: 'The weekly dividend pool.',
  game: 'The digit draw.',
  local: 'Test money and a mailbox, on the local chain alone.',
  mining: 'Machines: products, purchase, electricity, production and collecting.',
  notices: 'Notices of the operator.',
  operator: 'Calls of an operator’s wallet.',
  packages: 'Node packages, their positions, and deposits.',
  'pod-power': 'POD power: its price, purchase and pledges.',
  prices: 'Prices that quotes use.',
  public: 'What an app needs before a session: encryption keys, configuration, solvency.',
  security: 'Email, payment password, and requests to sign.',
  swap: 'The exchange: tokens, quotes, records, price history.',
  users: 'Sign-in, registration, sessions and the profile.',
  withdrawal: 'Withdrawals: quotes and records.',
}

/** Introduction of the document (docs/product.md 11). */
export const OPENAPI_DESCRIPTION = `
Amounts are decimal strings of base units (18 decimals). Times are ISO 8601 UTC; deadlines and block times Unix seconds.
Lists take \`{cursor?, limit ≤ 100}\` and answer \`{items, nextCursor}\`. Unknown fields are refused.

**Answers**: \`{code: 0, message, data}\`; errors \`{code, message, data?}\` with a fitting HTTP status, 401 only for 1007,
10003, 10010 and 10011. The legacy calls add \`success\`. A malformed request is 10002 with the field's path; a body above
64 KiB is 10002 with HTTP 413, one that is not \`application/json\` 10002 with HTTP 415, an unknown path 10002 with 404. An
internal error that passes by itself (a database that restarts) is 10001 with HTTP 503 and \`retry-after\`.

**Encrypted requests**: when there is a body, a fresh key of 16 characters (A–Z a–z 0–9) encrypts its UTF-8 JSON by
AES-128-GCM, with a 12-byte IV and \`METHOD\\npath\\ntimestamp\` as additional data (path without query); the body sent is
\`{"data": base64(iv ‖ ciphertext ‖ tag)}\`, and the key goes, encrypted by RSA-2048-OAEP-SHA-256 to one of the keys of
\`GET /api/v1/public/keys\`, into the header \`key\`, with \`key-id\` and \`timestamp\`. A request is good once, and for 5 minutes
(30004). GETs, and POSTs that have nothing to say, carry no body. It stands on top of TLS and does not replace it.

**Sessions**: sign an EIP-4361 message over the nonce of \`GET /api/v1/users/nonce/{address}\`; \`authorization: Bearer
<token>\` for 24 hours. \`x-address\`, optional, is the connected wallet's address: the session of another answers 10011.

**Limits**: 30003 with \`retryAfterSeconds\`, by network address and by account. Public
answers may be a second old.
`.trim()
