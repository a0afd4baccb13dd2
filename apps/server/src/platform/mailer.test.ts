import { createServer, type Server, type Socket } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { isRetryable } from './errors.ts'
import { createSmtpMailer } from './mailer.ts'

const LETTER = { to: 'alice@example.org', subject: 'Code 284613', text: 'Your code: 284613\n' }
const FROM = 'Digital Rights <no-reply@app.example>'

/** A minimal mail server for one e-mail; it offers no encryption. */
const openMailServer = async (): Promise<{ port: number; said: string[] }> => {
  const said: string[] = []
  const answer = (socket: Socket, line: string): void => {
    said.push(line)
    if (line.startsWith('EHLO')) socket.write('250-here\r\n250 8BITMIME\r\n')
    else if (line === 'DATA') socket.write('354 go on\r\n')
    else if (line === '.') socket.write('250 taken\r\n')
    else if (/^(MAIL|RCPT|QUIT|RSET)/.test(line)) socket.write('250 ok\r\n')
    else socket.write('502 not here\r\n')
  }
  const server: Server = createServer((socket) => {
    socket.write('220 hello\r\n')
    socket.on('error', () => undefined)
    socket.on('data', (chunk) => {
      for (const line of chunk.toString().split('\r\n').filter(Boolean)) answer(socket, line)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.close()
  })
  const address = server.address()
  return { port: typeof address === 'object' && address ? address.port : 0, said }
}

test('nothing is sent over a connection that is not encrypted', async () => {
  const { port, said } = await openMailServer()
  const mailer = createSmtpMailer({ url: `smtp://user:geheim@127.0.0.1:${port}`, from: FROM })
  const failure = await mailer.send(LETTER).catch((error: unknown) => error)
  expect(isRetryable(failure)).toBe(true)
  expect(said.some((line) => line.startsWith('EHLO'))).toBe(true)
  expect(said.join('\n')).not.toMatch(/284613|alice|geheim|AUTH/)
})

test('a mail server that is away says neither to whom nor what nor the password', async () => {
  const mailer = createSmtpMailer({ url: 'smtps://user:geheim@127.0.0.1:9', from: FROM })
  const failure = await mailer.send(LETTER).catch((error: unknown) => error)
  expect(isRetryable(failure)).toBe(true)
  expect(String(failure)).toMatch(/did not take a letter \(\w+\)/)
  expect((failure as Error).cause).toBeUndefined()
  expect(`${String(failure)} ${(failure as Error).stack}`).not.toMatch(/284613|alice|geheim/)
})
