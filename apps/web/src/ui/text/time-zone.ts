/** How far a moment's local time is from UTC, as people write it: `UTC+8`, `UTC−3:30`, `UTC`. */
export const formatZone = (minutesWestOfUtc: number): string => {
  if (minutesWestOfUtc === 0) return 'UTC'
  const minutes = Math.abs(minutesWestOfUtc)
  const rest = minutes % 60 === 0 ? '' : `:${String(minutes % 60).padStart(2, '0')}`
  return `UTC${minutesWestOfUtc < 0 ? '+' : '−'}${Math.floor(minutes / 60)}${rest}`
}
