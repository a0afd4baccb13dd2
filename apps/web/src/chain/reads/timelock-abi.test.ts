import { adminTimelockAbi } from '@dr/contracts/abi/admin-timelock'
import { expect, it } from 'vitest'
import { timelockDelayAbi } from './timelock-abi.ts'

it('what the app reads of the time-lock is in its ABI', () => {
  for (const entry of timelockDelayAbi) expect(adminTimelockAbi).toContainEqual(entry)
})
