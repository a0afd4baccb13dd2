import { randomBytes } from 'node:crypto'
import { TOKENS } from '@dr/protocol/tokens'
import { describeOnDatabase } from '@dr/test-kit'
import { createPublicClient, http } from 'viem'
import { expect, test } from 'vitest'
import { createLogger, hideSecretsOf, hideUrls } from './logger.ts'

test('secrets are blanked, however deep, and the level has its name', () => {
  const lines: string[] = []
  const logger = createLogger('info', { write: (line) => void lines.push(line) })
  logger.warn(
    {
      request: { headers: { authorization: 'Bearer abc', key: 'wrapped' } },
      body: { user: { paymentPassword: '123456' } },
      token: 'ttt',
      key: 'order:1:hold',
    },
    'x',
  )
  logger.debug('unheard')
  expect(lines).toHaveLength(1)
  expect(lines[0]).not.toMatch(/abc|123456|ttt|wrapped/)
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({
    level: 'warn',
    msg: 'x',
    token: '[secret]',
    key: 'order:1:hold',
  })
})

test('a token’s symbol is shown wherever it is named; under the same name a session’s token never is', () => {
  const lines: string[] = []
  const logger = createLogger('info', { write: (line) => void lines.push(line) })
  const session = randomBytes(32).toString('base64url')
  for (const token of TOKENS) logger.error({ token, of: { token }, fallen: [{ token }] }, 'short')
  const details = { token: 'USDT', session: { token: session } }
  logger.error({ err: Object.assign(new Error('refused'), { details }), token: session }, 'x')
  logger.error({ token: { USDT: session }, body: [{ token: session }] }, 'x')
  const logged = lines.map((line) => JSON.parse(line) as unknown)
  expect(logged.slice(0, -2)).toEqual(
    TOKENS.map((token) => expect.objectContaining({ token, of: { token }, fallen: [{ token }] })),
  )
  expect(logged.at(-2)).toMatchObject({ err: { details: { token: 'USDT' } }, token: '[secret]' })
  expect(lines.join()).not.toContain(session)
})

test('of an endpoint only the host is logged, not the key in its path, wherever an error names it', async () => {
  const lines: string[] = []
  const logger = createLogger('info', { write: (line) => void lines.push(line) })
  const url = 'http://user:hunter2@127.0.0.1:9/v1/key-of-ours?token=also-ours'
  const client = createPublicClient({ transport: http(url, { retryCount: 0 }) })
  const cause = await client.getChainId().catch((error: unknown) => error)
  logger.error({ err: new Error('a tick failed', { cause }) }, `could not ask ${url}`)
  expect(lines[0]).toContain('http://127.0.0.1:9/')
  expect(lines[0]).not.toMatch(/key-of-ours|also-ours|hunter2/)
})

test('what guards an account is blanked under every name a call gives it; a mail server by its host alone', () => {
  const lines: string[] = []
  const logger = createLogger('trace', { write: (line) => void lines.push(line) })
  const body = {
    password: '284613',
    oldPassword: '905172',
    paymentPassword: '771204',
    emailCode: '663915',
    email: 'alice@example.org',
    signature: `0x${'ab'.repeat(65)}`,
  }
  logger.trace({ body, request: { body } }, 'by smtps://dr:geheim@mail.example:465/x')
  expect(lines[0]).not.toMatch(/284613|905172|771204|663915|alice|abab|geheim/)
  expect(lines[0]).toContain('mail.example:465')
})

test.each([
  ['postgres://u:p@ss@db.test:5432/dr', 'postgres://db.test:5432/…'],
  ['postgres://u:pa/ss@db.test/dr', 'postgres://u/…'],
  ['postgresql:///dr?host=/run&password=geheim', 'postgresql:///…'],
  ['HTTPS://node.test/v3/KEY', 'HTTPS://node.test/…'],
  ['http://[::1]:8545/KEY, asked', 'http://[::1]:8545/… asked'],
  ['(http://a.test:1), http://b.test/KEY', '(http://a.test:1/…), http://b.test/…'],
  ['http://a.test:1,http://b.test/KEY', 'http://a.test:1/…'],
  ['at file:///srv/app.ts:1:2', 'at file:///srv/app.ts:1:2'],
])('%s is shown as %s', (text, shown) => {
  expect(hideUrls(text)).toBe(shown)
})

test('a key that a provider repeats without its URL is hidden, a public endpoint and short parts are not', () => {
  const hide = hideSecretsOf({
    RPC_URLS:
      'https://a.test/v2/0123456789abcdef/%zz-no-encoding,https://b.test/?apikey=feedfacecafe%3D, no url',
    DATABASE_URL: 'postgres://dr:it%27s,%22long%22@db.test/digital_rights_1?password=in-the-query',
    TRACES_URL: 'https://user-is-the-key@c.test/?a-key-without-value&x=12345678',
    PUBLIC_RPC_URLS: 'https://public.test/a-public-path',
    WHO: 'https://c.test/not-an-endpoint',
  })
  expect(hide('the key 0123456789abcdef of v2 is over its limit')).toBe(
    'the key [secret] of v2 is over its limit',
  )
  expect(hide('"feedfacecafe=" or feedfacecafe%3D')).toBe('"[secret]" or [secret]')
  expect(hide('it\'s,"long" it%27s,%22long%22 of digital_rights_1')).toBe(
    '[secret] [secret] of digital_rights_1',
  )
  expect(hide(JSON.stringify({ msg: `no in-the-query for it's,"long"` }))).toBe(
    '{"msg":"no [secret] for [secret]"}',
  )
  expect(hide('user-is-the-key, a-key-without-value')).toBe('[secret], [secret]')
  expect(hide('{"n":12345678,"word":"x0123456789abcdef0"}')).toBe(
    '{"n":12345678,"word":"x0123456789abcdef0"}',
  )
  expect(hide('a-public-path not-an-endpoint https://a.test/v2/x')).toBe(
    'a-public-path not-an-endpoint https://a.test/…',
  )
})

describeOnDatabase('a statement that fails', ({ openDatabase }) => {
  test('is logged without its values and its row: either may hold an e-mail', async () => {
    const { single } = await openDatabase()
    const lines: string[] = []
    const logger = createLogger('info', { write: (line) => void lines.push(line) })
    const err = await single
      .query({
        text: 'INSERT INTO account_security (user_id, email) VALUES ($1, $2)',
        values: [7, 'alice@example.org'],
      })
      .catch((error: unknown) => error)
    logger.error({ err }, 'a request failed')
    expect(lines[0]).toContain('account_security_email_bound')
    expect(lines[0]).not.toContain('alice')
  })
})
