import { WAD } from '@dr/protocol/amounts'
import { expect, it } from 'vitest'
import { cheapestText } from './cheapest-text.ts'

it('says what the purchase takes: the machine and its first electricity, rounded up', () => {
  const said = cheapestText((key, values) => `${key} ${values?.usdt} ${values?.drgv}`, {
    USDT: 80n * WAD,
    DRGV: (1_794_731n * WAD) / 10_000n,
  })
  expect(said).toBe('start.fund.detail 80 185.48')
})
