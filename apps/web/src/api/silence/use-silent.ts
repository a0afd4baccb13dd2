import { useEffect, useState } from 'react'
import { PATIENCE_MS } from '../patience.ts'
import { isSilentAfter } from './silence.ts'

type Listed = Parameters<typeof isSilentAfter>[1] & { readonly isFetching: boolean }

/** Whether the server is silent, according to a regularly repeated read. */
export const useSilent = (query: Listed): boolean => {
  const [before, setSilent] = useState(false)
  const overdue = useOverdue(query.isFetching && query.data === undefined)
  const silent = isSilentAfter(before, query, overdue)
  if (silent !== before) setSilent(silent)
  return silent
}

/** Whether `waiting` has lasted longer than the app's time limit. */
const useOverdue = (waiting: boolean): boolean => {
  const [overdue, setOverdue] = useState(false)
  useEffect(() => {
    if (!waiting) return
    const timer = setTimeout(() => setOverdue(true), PATIENCE_MS)
    return () => {
      clearTimeout(timer)
      setOverdue(false)
    }
  }, [waiting])
  return overdue
}
