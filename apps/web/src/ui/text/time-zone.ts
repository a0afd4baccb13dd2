/** Offset of local time from UTC: `UTC+8`, `UTC−3:30`, `UTC`. */
export const formatZone = (minutesWestOfUtc: number): string => {
  if (minutesWestOfUtc === 0) return 'UTC'
  const minutes = Math.abs(minutesWestOfUtc)
  const rest = minutes % 60 === 0 ? '' : `:${String(minutes % 60).padStart(2, '0')}`
  return `UTC${minutesWestOfUtc < 0 ? '+' : '−'}${Math.floor(minutes / 60)}${rest}`
}
