/**
 * Mailbox of the local set-up: e-mails stay in this process, and the app shows them (docs/product.md 10).
 * It is not part of the server: `npm start` adds its route, in place of a mail server.
 */
import { LOCAL_CALLS } from '@dr/protocol/calls/local'
import type { Letter, Mailer } from '@dr/server/platform/mailer'
import { type Route, route } from '@dr/server/platform/route'

/** Maximum of stored e-mails, for machines that run for months. */
const KEPT_MAX = 200

interface Kept extends Letter {
  readonly sentAt: string
}

export interface Mailbox extends Mailer {
  /** Newest first. */
  lettersTo(email: string): readonly Kept[]
}

export const createMailbox = (now: () => Date): Mailbox => {
  const letters: Kept[] = []
  return {
    send: async (letter) => {
      letters.unshift({ ...letter, sentAt: now().toISOString() })
      letters.length = Math.min(letters.length, KEPT_MAX)
    },
    lettersTo: (email) => letters.filter(({ to }) => to === email),
  }
}

/** POST /api/v1/local/mailbox. */
export const mailboxRoute = (mailbox: Mailbox): Route =>
  route(LOCAL_CALLS.mailbox, async ({ body }) => ({
    letters: mailbox.lettersTo(body.email).map(({ sentAt, subject, text }) => ({ sentAt, subject, text })),
  }))
