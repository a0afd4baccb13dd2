import { describe, expect, it } from 'vitest'
import type { Translate } from '../../i18n/translate.ts'
import { formatDate } from '../../ui/text/format.ts'
import { settingSummary } from './setting-text.ts'

const t = ((key: string, values: object = {}) => `${key} ${Object.values(values).join(' ')}`) as Translate
const DR = '0x83ddbe996c9fc7679ac71cec4739d62edf98bc96'
const tokens = { [DR]: 'DR' }
const E18 = '000000000000000000'

describe('what a change of a setting says', () => {
  it.each([
    ['fee-rate', { bps: '30' }, '0.3%'],
    ['minimum-delay', { newDuration: '1209600', oldDuration: '0' }, 'common.days 14'],
    [
      'vault-caps',
      { token: DR, accountDaily: `20000${E18}`, vaultDailyBps: '500', vaultDailyFloor: `50000${E18}` },
      'DR · platform.param.capValue 20,000 5% 50,000',
    ],
    [
      'exchange-cap',
      { token: DR, dailyBps: '1000', dailyFloor: `50000${E18}` },
      'DR · platform.setting.capValue 10% 50,000',
    ],
    ['signer', { signer: DR, previous: '0x0000000000000000000000000000000000000000' }, '0x83dd…bc96'],
    ['attester', { to: DR, from: '0x0000000000000000000000000000000000000000' }, '0x83dd…bc96'],
    ['paused', { by: DR, until: '1795392000' }, `0x83dd…bc96 · ${formatDate(1_795_392_000_000, 'YMDHMS')}`],
    ['fee-rate', { unheardOf: '7' }, '7'],
  ] as const)('%s %j', (setting, values, text) => {
    expect(settingSummary(t, { setting, values }, tokens)).toBe(text)
  })
})
