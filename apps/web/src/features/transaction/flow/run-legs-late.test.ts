import { describe, expect, it } from 'vitest'
import type { Outline } from '../plan/outline.ts'
import { stubLocks } from './test-flow.ts'
import { buyLeg, legs, outline, type Quoted, swapLeg } from './test-legs.ts'

stubLocks()

describe('while the swap’s approval was mined, its quote ran out', () => {
  /** The approval takes until the quote has ended; the next one gives `swapGives`. */
  const slow = (outlines: readonly Outline[], swapGives: bigint) => {
    const quoted: Quoted = {}
    const flow = legs(outlines, quoted, {
      approved: async () => {
        flow.setTime(9_990_000)
        quoted.swapGives ??= swapGives
      },
    })
    return { ...flow, quoted }
  }
  const dearer = outline('dearer', [swapLeg(20n), buyLeg])

  it('a new one that gives too little: the whole is reckoned again, and signed only after it is agreed to again', async () => {
    const { flow, start, agree, did, quoted } = slow([outline('all', [swapLeg(18n), buyLeg]), dearer], 170n)
    await start()
    await agree('all')
    expect(flow.get()).toMatchObject({
      stage: 'checking',
      agreed: false,
      plan: null,
      outline: { id: 'dearer', legs: [{ isGoal: false }, { isGoal: true }] },
      changes: [{ field: 'USDT', before: 178n, after: 180n }],
      failure: null,
    })
    expect(did).not.toContain('keep signing')
    quoted.swapGives = 181n
    await agree('dearer')
    expect(flow.get().stage).toBe('pending')
  })

  it('a new one that gives too little, and the whole costs no more: it continues by itself', async () => {
    const whole = outline('all', [swapLeg(18n), buyLeg])
    const quoted: Quoted = {}
    let reckoned = 0
    const { flow, start, agree, setTime } = legs([], quoted, {
      outline: async () => {
        reckoned += 1
        quoted.swapGives = 181n
        return whole
      },
      approved: async () => {
        setTime(9_990_000)
        if (reckoned === 1) quoted.swapGives = 170n
      },
    })
    await start()
    await agree('all')
    expect(reckoned).toBe(2)
    expect(flow.get()).toMatchObject({ stage: 'pending', agreed: true, changes: [] })
  })
})
