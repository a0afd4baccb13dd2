import { POWER_FLOOR } from '@dr/protocol/constants'
import { expect, it } from 'vitest'
import { releaseShare } from './release-share.ts'

it('below the power floor a share is that of the release, not that of the network', () => {
  expect(POWER_FLOOR).toBe(400_000)
  expect(releaseShare(160, 1_843)).toBe('0.04%') // 8 of 20,000 DR a day
  expect(releaseShare(1_843, 1_843)).toBe('0.46%')
})

it('above the floor it is the share of the network', () => {
  expect(releaseShare(POWER_FLOOR, POWER_FLOOR * 4)).toBe('25%')
})
