import { useEffect, useState } from 'react'
import type { FlowState } from '../flow/flow-state.ts'

/** Milliseconds without an answer of the wallet (or its co-signers) after which the user may stop waiting. */
const SILENT_AFTER_MS = 30_000

/** True once the same step has waited that long. */
export const useWaitedLong = ({ stage, steps }: FlowState): boolean => {
  const index = steps.findIndex(({ state }) => state !== 'done')
  const waits = stage === 'approving' || stage === 'signing'
  const [long, setLong] = useState<number | null>(null)
  useEffect(() => {
    setLong(null)
    if (!waits) return
    const timer = setTimeout(() => setLong(index), SILENT_AFTER_MS)
    return () => clearTimeout(timer)
  }, [waits, index])
  return waits && long === index
}
