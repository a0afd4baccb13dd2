import { describe, expect, it } from 'vitest'
import type { DoneLeg, FlowState } from './machine.ts'
import { sheetTitle } from './sheet-title.ts'

const leg = (isGoal: boolean) => ({ leg: { isGoal }, steps: [], hash: null }) as unknown as DoneLeg
const t = (key: string): string => key

describe('sheetTitle', () => {
  it.each<[FlowState['stage'], readonly DoneLeg[], string]>([
    ['checking', [], 'tx.title.buy'],
    ['success', [], 'tx.title.buy'],
    ['signing', [leg(false)], 'tx.title.buy'],
    ['failed', [leg(false)], 'tx.title.buy'],
    ['checking', [leg(false), leg(true)], 'tx.title.boughtActivating'],
    ['pending', [leg(true)], 'tx.title.boughtActivating'],
    ['rejected', [leg(true)], 'tx.title.boughtOnly'],
    ['failed', [leg(true)], 'tx.title.boughtOnly'],
    ['success', [leg(true)], 'tx.title.boughtActivated'],
  ])('%s with %o done: %s', (stage, done, title) => {
    expect(sheetTitle(t, { stage, done }, 'buy')).toBe(title)
  })
  it('an order found again has no kind until it is read', () => {
    expect(sheetTitle(t, { stage: 'checking', done: [] }, null)).toBe('tx.title.resume')
  })
})
