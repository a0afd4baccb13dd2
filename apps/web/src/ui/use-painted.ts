import { useEffect, useState } from 'react'

/**
 * False until what was rendered first is on the screen: code that it does not need is loaded after it, not
 * before.
 */
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
