/** The result as elements: states first, then a card for each book, then what it proves. */
import { shownBetween } from '@dr/protocol/amounts'
import { type Call, claimCall, lockCall } from './claim.ts'
import { element } from './dom.ts'
import type { Evidence } from './evidence.ts'
import type { Said } from './exit-error.ts'
import type { BookReport, EpochReport, Report } from './report.ts'
import type { TextKey } from './texts/index.ts'
import type { Words } from './words.ts'

/** Progress of a claim. */
export interface ClaimStatus {
  readonly said: Said
  readonly tone: 'in' | 'out' | 'busy'
}

export interface ResultInput {
  readonly words: Words
  readonly report: Report
  readonly evidence: Evidence | null
  readonly canSend: boolean
  /** By the key of a book, or `lock`. */
  readonly statusOf: (key: string) => ClaimStatus | undefined
  readonly onClaim: (book: BookReport) => void
  readonly onLock: () => void
}

type Tone = 'good' | 'bad' | 'plain'

const card = (tone: Tone, title: string, ...texts: readonly (string | null)[]): HTMLElement =>
  element(
    'section',
    { class: `card ${tone}` },
    element('h2', {}, title),
    ...texts.map((text) => (text === null ? null : element('p', {}, text))),
  )

const NOT_FINAL = {
  unposted: ['state.unposted', 'state.unpostedText'],
  void: ['state.void', 'state.voidText'],
  unconfirmed: ['state.unconfirmed', 'state.unconfirmedText'],
  young: ['state.young', 'state.youngText'],
} as const satisfies Record<Exclude<EpochReport['state'], 'final'>, readonly [TextKey, TextKey]>

const epochCard = ({ words, report }: ResultInput): HTMLElement => {
  const { say, time } = words
  const { epoch, compared, books } = report
  if (epoch === null) return card('plain', say('result.none'), say('result.noneText'))
  const values = {
    epoch: String(epoch.epoch),
    posted: time(epoch.postedAt),
    confirmed: time(epoch.confirmedAt),
    since: time(epoch.finalAt),
    until: time(epoch.finalAt),
    compared: String(compared),
    count: String(books.length),
  }
  if (epoch.state !== 'final') {
    const [title, text] = NOT_FINAL[epoch.state]
    return card('bad', say(title, values), say(text, values))
  }
  return card(
    'good',
    say('result.final', values),
    say('result.finalSince', values),
    compared === 0 ? null : say('result.matches', values),
  )
}

/** The lock, in red; while its notice runs also how it is locked again. */
const lockCard = (input: ResultInput): HTMLElement | null => {
  const { words, report, canSend, statusOf, onLock } = input
  const { say, time } = words
  if (report.lock === null) return null
  const { until } = report.lock
  if (until === null) return card('bad', say('lock.locked'), say('lock.lockedText'))
  const made = card('bad', say('lock.until', { until: time(until) }), say('lock.untilText'))
  const status = statusOf('lock')
  const call = lockCall(report.registry)
  made.append(
    ...(canSend ? [sendButton({ text: say('lock.again'), status, onSend: onLock })] : []),
    ...noteOf(words, status),
    otherwise(input, 'lock', call),
  )
  return made
}

const lineCards = ({ words, report, evidence }: ResultInput): readonly HTMLElement[] => {
  const { say, time } = words
  const known = report.books.filter(({ line }) => line === 'found' || line === 'missing')
  const isMissing = known.length > 0 && known.every(({ line }) => line === 'missing')
  const before = evidence?.kind === 'file' ? time(evidence.head.snapshotTime) : ''
  return [
    ...(isMissing ? [card('bad', say('result.missing'), say('result.missingText', { time: before }))] : []),
    ...(report.newer === null
      ? []
      : [
          card(
            'plain',
            say('result.newer', { epoch: String(report.newer) }),
            say(report.epoch === null ? 'result.newerNone' : 'result.newerText'),
          ),
        ]),
    ...(report.books.every(({ claimable }) => claimable === 0n)
      ? [card('plain', say('result.nothing'), say('result.nothingText'))]
      : []),
  ]
}

const figures = ({ words, report }: ResultInput, book: BookReport): HTMLElement => {
  const { say, amount } = words
  const { token } = book.name
  const row = (key: TextKey, value: bigint, kind = ''): readonly HTMLElement[] => [
    element(
      'div',
      { class: kind },
      element('dt', {}, say(key)),
      element('dd', { translate: 'no' }, amount(value, token)),
    ),
  ]
  const { claim, earned, credited, free } = book
  return element(
    'dl',
    {},
    ...(book.line === 'none' ? [] : row('book.earned', book.earned)),
    ...row('book.credited', book.credited),
    // Only where the deposits alone let more leave than what was earned and received.
    ...(free > earned + credited ? row('book.free', free) : []),
    ...row('book.left', book.left),
    ...row(report.lock === null ? 'book.claimable' : 'book.whenOpen', book.claimable, 'sum'),
    ...(claim && claim.withoutBurn > 0n ? row('book.withoutBurn', claim.withoutBurn) : []),
    ...(claim && claim.withheld > 0n
      ? row(token === 'DR' ? 'book.burns' : 'book.kept', shownBetween(claim.amount, claim.arrives), 'out')
      : []),
    ...(claim ? row('book.arrives', claim.arrives) : []),
  )
}

/** The call for any other program: where to, and the data. */
const otherwise = ({ words, report }: ResultInput, id: string, { to, data }: Call): HTMLElement => {
  const { say } = words
  const copy = (text: string) => {
    const button = element('button', { type: 'button', class: 'quiet' }, say('claim.copy'))
    button.addEventListener('click', () => {
      // Refused where the page is no secure context: the text can still be selected.
      navigator.clipboard?.writeText(text).then(
        () => button.replaceChildren(say('claim.copied')),
        () => button.remove(),
      )
    })
    return button
  }
  return element(
    'details',
    {},
    element('summary', {}, say('claim.otherwise')),
    element(
      'p',
      { class: 'fine' },
      say('claim.otherwiseText', { account: report.account, chain: String(report.chainId) }),
    ),
    element('label', { for: `to-${id}` }, say('claim.contract')),
    element('textarea', { id: `to-${id}`, class: 'address', rows: '2', readonly: true, translate: 'no' }, to),
    copy(to),
    element('label', { for: `data-${id}` }, say('claim.data')),
    element('textarea', { id: `data-${id}`, readonly: true, translate: 'no' }, data),
    copy(data),
  )
}

const sendButton = (input: {
  readonly text: string
  readonly status: ClaimStatus | undefined
  readonly onSend: () => void
}): HTMLElement =>
  element(
    'button',
    {
      type: 'button',
      class: 'primary',
      disabled: input.status !== undefined && input.status.tone !== 'out',
      onclick: input.onSend,
    },
    input.text,
  )

const noteOf = ({ tell }: Words, status: ClaimStatus | undefined): readonly HTMLElement[] =>
  status === undefined
    ? []
    : [element('p', { class: `note ${status.tone}`, role: 'status' }, tell(status.said))]

export const keyOf = ({ name }: BookReport): string => `${name.vault}-${name.token}`

const claimPart = (input: ResultInput, book: BookReport): readonly (HTMLElement | null)[] => {
  const { words, report, canSend, statusOf, onClaim } = input
  const { say, amount } = words
  const { claim, name } = book
  const status = statusOf(keyOf(book))
  const isShort = book.claimable > 0n && (claim === null || claim.isShort)
  const shortNote = isShort
    ? element('p', { class: 'note out' }, say('book.short', { held: amount(book.held, name.token) }))
    : null
  if (claim === null || report.lock !== null) return [shortNote, ...noteOf(words, status)]
  const isDone = status?.tone === 'in'
  const text = say('claim.button', { amount: amount(claim.amount, name.token) })
  const call = claimCall({ ...book, argument: claim.argument })
  return [
    shortNote,
    isDone || !canSend ? null : sendButton({ text, status, onSend: () => onClaim(book) }),
    ...noteOf(words, status),
    isDone ? null : otherwise(input, keyOf(book), call),
  ]
}

const bookCard = (input: ResultInput, book: BookReport): HTMLElement => {
  const { say } = input.words
  const name = `${say(`book.${book.name.vault}`)} · ${book.name.token}`
  return element(
    'section',
    { class: 'card book', 'aria-label': name },
    element('h2', {}, name),
    book.line === 'refused' ? element('p', { class: 'note out' }, say('result.refused')) : null,
    figures(input, book),
    ...claimPart(input, book),
  )
}

/** Books with any figure. */
const shown = ({ line, credited, left, claimable }: BookReport): boolean =>
  line === 'found' || line === 'refused' || credited > 0n || left > 0n || claimable > 0n

const PROVES = {
  line: ['proves.line', 'proves.chain', 'proves.call'],
  none: ['proves.chain', 'proves.call'],
  not: ['proves.notRecent', 'proves.notAll', 'proves.notEndpoint', 'proves.notHeld'],
} as const satisfies Record<string, readonly TextKey[]>

const provesCard = ({ words, report }: ResultInput): HTMLElement => {
  const { say } = words
  const list = (keys: readonly TextKey[]) =>
    element('ul', {}, ...keys.map((key) => element('li', {}, say(key))))
  const hasLine = report.epoch?.state === 'final' && report.books.some(({ line }) => line === 'found')
  return element(
    'section',
    { class: 'card' },
    element('h2', {}, say('proves.title')),
    list(hasLine ? PROVES.line : PROVES.none),
    element('h2', {}, say('proves.notTitle')),
    list(PROVES.not),
  )
}

export const resultView = (input: ResultInput): readonly HTMLElement[] => {
  const { words, report } = input
  const { say, time } = words
  const values = {
    chain: String(report.chainId),
    block: String(report.blockNumber),
    time: time(report.timestamp),
  }
  const books = report.books.filter(shown)
  const canClaim = report.lock === null && books.some(({ claim }) => claim !== null)
  return [
    element('p', { class: 'fine' }, say('result.network', values)),
    lockCard(input),
    epochCard(input),
    ...lineCards(input),
    canClaim ? element('p', { class: 'note' }, say('claim.before')) : null,
    ...books.map((book) => bookCard(input, book)),
    provesCard(input),
  ].filter((part) => part !== null)
}

export const problemView = ({ say, tell }: Words, said: Said): readonly HTMLElement[] => [
  card('bad', say('error.title'), tell(said)),
]
