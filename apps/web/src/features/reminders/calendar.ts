/** A calendar file (RFC 5545), made on this device without a server. */

export interface CalendarEvent {
  /** Stable id, so that a calendar replaces the entry. */
  readonly id: string
  /** Unix seconds. */
  readonly at: number
  readonly title: string
  readonly detail: string
}

/** Lines end with CRLF and are folded at 75 octets; a continuation begins with a space. */
const LINE_OCTETS_MAX = 75
const bytes = (text: string): number => new TextEncoder().encode(text).length

const fold = (line: string): string => {
  let folded = ''
  let current = ''
  for (const character of line) {
    if (bytes(current + character) > LINE_OCTETS_MAX) {
      folded += `${current}\r\n`
      current = ' '
    }
    current += character
  }
  return folded + current
}

const quoted = (text: string): string =>
  text.replace(/[\\;,]/g, (character) => `\\${character}`).replace(/\r\n?|\n/g, '\\n')

/** `20261121T230000Z` */
const stamp = (seconds: number): string =>
  new Date(seconds * 1_000).toISOString().replace(/[-:]|\.\d{3}/g, '')

const eventLines = ({ id, at, title, detail }: CalendarEvent, madeAt: number): readonly string[] => [
  'BEGIN:VEVENT',
  `UID:${quoted(id)}`,
  `DTSTAMP:${stamp(madeAt)}`,
  `DTSTART:${stamp(at)}`,
  `SUMMARY:${quoted(title)}`,
  `DESCRIPTION:${quoted(detail)}`,
  'BEGIN:VALARM',
  'ACTION:DISPLAY',
  `DESCRIPTION:${quoted(title)}`,
  'TRIGGER:-P1D',
  'END:VALARM',
  'END:VEVENT',
]

/** Calendar file with one entry for each event, and an alarm a day before. */
export const calendarFile = (events: readonly CalendarEvent[], madeAt: number): string =>
  [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Digital Rights//Reminders//EN',
    ...events.flatMap((event) => eventLines(event, madeAt)),
    'END:VCALENDAR',
  ]
    .map((line) => `${fold(line)}\r\n`)
    .join('')
