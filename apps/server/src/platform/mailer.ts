/** Sends e-mail: by SMTP in production, into the mailbox of `tools/dev/` locally, or not at all. */
import { createTransport } from 'nodemailer'
import { RetryableError } from './errors.ts'

export interface Letter {
  readonly to: string
  readonly subject: string
  /** Plain text. */
  readonly text: string
}

export interface Mailer {
  /** Resolves when it was accepted for delivery. */
  send(letter: Letter): Promise<void>
}

const TIMEOUT_MS = 15_000

/**
 * The mail server did not accept the e-mail. Names neither recipient nor text, which are in the library's own
 * errors.
 */
class MailNotSentError extends RetryableError {}

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : 'unknown'

/** `url`: `smtps://user:password@host:465`, or `smtp://…`, which then must offer STARTTLS. */
export const createSmtpMailer = ({ url, from }: { readonly url: string; readonly from: string }): Mailer => {
  const transport = createTransport({
    url,
    requireTLS: url.startsWith('smtp:'),
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    send: async ({ to, subject, text }) => {
      try {
        await transport.sendMail({ from, to, subject, text })
      } catch (error) {
        throw new MailNotSentError(`the mail server did not take a letter (${codeOf(error)})`)
      }
    },
  }
}
