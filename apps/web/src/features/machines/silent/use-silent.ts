import { useState } from 'react'
import { isSilentAfter } from './silence.ts'

/** Whether the server is silent, by one of the readings that are asked for again and again. */
export const useSilent = (query: Parameters<typeof isSilentAfter>[1]): boolean => {
  const [before, setSilent] = useState(false)
  const silent = isSilentAfter(before, query)
  if (silent !== before) setSilent(silent)
  return silent
}
