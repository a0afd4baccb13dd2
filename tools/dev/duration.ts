const UNITS = { s: 1, m: 60, h: 3_600, d: 86_400, w: 604_800 } as const

/** Parses `90`, `90s`, `15m`, `2h30m`, `1d`, `4w` into seconds; undefined: invalid or empty. */
export const parseDuration = (text: string): number | undefined => {
  if (!/^(\d+[smhdw]?)+$/.test(text)) return undefined
  let seconds = 0
  for (const [, count = '', unit = 's'] of text.matchAll(/(\d+)([smhdw]?)/g)) {
    seconds += Number(count) * UNITS[(unit || 's') as keyof typeof UNITS]
  }
  return seconds > 0 && Number.isSafeInteger(seconds) ? seconds : undefined
}
