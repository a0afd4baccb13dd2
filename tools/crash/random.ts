/** A random generator with a seed, so that a run can be repeated (mulberry32). */
export interface Random {
  /** 0 ≤ x < 1. */
  next(): number
  /** Integer, both ends included. */
  between(from: number, to: number): number
  chance(probability: number): boolean
  /** Picks one by weight. */
  pick<T extends string>(weights: Readonly<Record<T, number>>): T
}

export const createRandom = (seed: number): Random => {
  let state = seed >>> 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
  return {
    next,
    between: (from, to) => from + Math.floor(next() * (to - from + 1)),
    chance: (probability) => next() < probability,
    pick: (weights) => {
      const entries = Object.entries(weights) as [keyof typeof weights, number][]
      const total = entries.reduce((sum, [, weight]) => sum + weight, 0)
      let left = next() * total
      for (const [name, weight] of entries) {
        left -= weight
        if (left < 0) return name
      }
      throw new RangeError('nothing to pick from')
    },
  }
}
