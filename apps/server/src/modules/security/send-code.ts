import { randomInt } from 'node:crypto'
import { EMAIL_CODE_LIFETIME_MS, type Locale } from '@dr/protocol/constants'
import { AppError } from '../../platform/app-error.ts'
import type { Tx } from '../../platform/database/database.ts'
import { DAY_MS } from '../../platform/durations.ts'
import type { UserId } from '../../platform/ids.ts'
import { networkOf } from '../../platform/network-of.ts'
import { hashCode } from './code-hash.ts'
import {
  CODE_COUNT,
  type CodeAllowance,
  codeAllowance,
  codeFrom,
  type MailboxCode,
  mailboxFreeAt,
} from './codes.rules.ts'
import type { SecurityDeps } from './deps.ts'
import { type CodePurpose, codeLetter } from './emails.ts'
import { codesSentTo, lockSecurity } from './store.ts'

export interface SentCode extends CodeAllowance {
  readonly sentTo: string
  readonly expiresAt: Date
}

export type CodeRequest = { readonly userId: UserId; readonly ip: string; readonly locale: Locale } & (
  | { readonly purpose: 'bind-email'; readonly email: string }
  | { readonly purpose: 'payment-password' }
)

const tooSoon = (until: Date, now: Date, reason: string) =>
  new AppError('TOO_MANY_REQUESTS', {
    details: { reason, retryAfterSeconds: Math.ceil((until.getTime() - now.getTime()) / 1_000) },
  })

/**
 * Limits the codes to one mailbox (`mailboxFreeAt`), so that users who claim a foreign mailbox can neither
 * flood it nor prevent its owner from binding it. Requests of the account to which it is bound do not count
 * here. Serialized for each mailbox.
 */
const requireRoomInMailbox = async (
  tx: Tx,
  { email, network, now }: { readonly email: string; readonly network: string; readonly now: Date },
): Promise<void> => {
  await tx.query({
    text: `SELECT pg_advisory_xact_lock(hashtextextended('mailbox:' || $1, 0))`,
    values: [email],
  })
  const { rows } = await tx.query<MailboxCode>({
    name: 'security_codes_of_mailbox',
    text: `SELECT network, sent_at AS "sentAt" FROM email_code
      WHERE email = $1 AND purpose = 'bind-email' AND sent_at > $2`,
    values: [email, new Date(now.getTime() - DAY_MS)],
  })
  const freeAt = mailboxFreeAt(rows, { network, now })
  if (freeAt) throw tooSoon(freeAt, now, 'mailbox')
}

interface StoredCode {
  readonly id: bigint
  readonly email: string
  readonly code: string
  readonly allowance: CodeAllowance
}

/**
 * Stores the code before it is sent, so that the second of two concurrent requests is refused as too soon.
 */
const keep = async (
  { pepper }: SecurityDeps,
  tx: Tx,
  request: CodeRequest,
  now: Date,
): Promise<StoredCode> => {
  const { userId, purpose } = request
  const bound = (await lockSecurity(tx, userId)).email
  const email = purpose === 'bind-email' ? request.email : bound
  if (email === null) throw new AppError('FORBIDDEN', { details: { reason: 'no-email' } })
  const sent = await codesSentTo(tx, userId, now)
  const { nextCodeAt, codesLeft } = codeAllowance(sent, now)
  if (nextCodeAt) throw tooSoon(nextCodeAt, now, codesLeft === 0 ? 'codes-per-day' : 'code-countdown')
  const network = networkOf(request.ip)
  if (purpose === 'bind-email') await requireRoomInMailbox(tx, { email, network, now })
  const code = codeFrom(randomInt(CODE_COUNT))
  const { rows } = await tx.query<{ id: bigint }>({
    name: 'security_keep_code',
    text: `INSERT INTO email_code (user_id, purpose, email, network, code_hash, sent_at, expires_at)
      VALUES ($1, $2, $3, $4, $5, $6, $7) RETURNING id`,
    values: [
      userId,
      purpose,
      email,
      network,
      hashCode(pepper(), { userId, purpose, email, code }),
      now,
      new Date(now.getTime() + EMAIL_CODE_LIFETIME_MS),
    ],
  })
  return { id: rows[0]?.id as bigint, email, code, allowance: codeAllowance([...sent, now], now) }
}

/**
 * Sends a code. Throws 30003 within 60 s of the account's last one, after its five within 24 hours, and if an
 * unbound mailbox has no room for one more (`MAILBOX_CODES`); 10004 if no e-mail is bound; 1023 if this
 * server sends none. A code that the mail server did not accept does not count.
 */
export const sendCode = async (deps: SecurityDeps, request: CodeRequest): Promise<SentCode> => {
  const { database, mailer, now: clock } = deps
  if (!mailer) throw new AppError('FEATURE_OFF', { details: { feature: 'email' } })
  const now = clock()
  const { id, email, code, allowance } = await database.transaction((tx) => keep(deps, tx, request, now))
  const purpose: CodePurpose = request.purpose
  try {
    await mailer.send(codeLetter({ to: email, code, purpose, locale: request.locale }))
  } catch (error) {
    await database.single.query({ text: 'DELETE FROM email_code WHERE id = $1', values: [id] })
    throw error
  }
  return { sentTo: email, expiresAt: new Date(now.getTime() + EMAIL_CODE_LIFETIME_MS), ...allowance }
}
