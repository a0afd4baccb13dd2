import { useEffect, useState } from 'react'

/** False until the first render is painted: code that it does not need loads afterwards. */
export const usePainted = (): boolean => {
  const [painted, setPainted] = useState(false)
  useEffect(() => {
    let turn: ReturnType<typeof setTimeout> | undefined
    const frame = requestAnimationFrame(() => {
      turn = setTimeout(() => setPainted(true))
    })
    return () => {
      cancelAnimationFrame(frame)
      clearTimeout(turn)
    }
  }, [])
  return painted
}
