import { formatAmount } from '@dr/protocol/amounts'
import type { SettingChange } from '@dr/protocol/calls/settings'
import { DAY_SECONDS } from '@dr/protocol/constants'
import type { Translate } from '../../i18n/translate.ts'
import { formatBps, formatDate, shortenAddress } from '../../ui/text/format.ts'

const ADDRESS = /^0x[0-9a-f]{40}$/
/** Former values, which the previous change already shows. */
const FORMER = new Set(['previous', 'from', 'oldDuration'])

const whole = (amount: string): string => formatAmount(BigInt(amount), { maxDecimals: 0 })

/**
 * One-line summary of a change. `tokens`: names by lower-case address. Unknown values are shown as in the
 * contract's event.
 */
export const settingSummary = (
  t: Translate,
  { setting, values }: Pick<SettingChange, 'setting' | 'values'>,
  tokens: Readonly<Record<string, string>>,
): string => {
  const { bps, token = '', dailyBps, dailyFloor, newDuration } = values
  const { accountDaily, vaultDailyBps, vaultDailyFloor } = values
  const name = tokens[token] ?? shortenAddress(token, 4)
  if (setting === 'vault-caps' && accountDaily && vaultDailyBps && vaultDailyFloor)
    return `${name} · ${t('platform.param.capValue', {
      account: whole(accountDaily),
      percent: formatBps(vaultDailyBps),
      floor: whole(vaultDailyFloor),
    })}`
  if (setting === 'exchange-cap' && dailyBps && dailyFloor)
    return `${name} · ${t('platform.setting.capValue', { percent: formatBps(dailyBps), floor: whole(dailyFloor) })}`
  if (bps) return formatBps(bps)
  if (newDuration) return t('common.days', { count: Number(newDuration) / DAY_SECONDS })
  return Object.entries(values)
    .filter(([argument]) => !FORMER.has(argument))
    .map(([argument, value]) => {
      if (argument === 'until') return formatDate(Number(value) * 1_000, 'YMDHMS') // when a pause expires
      return ADDRESS.test(value) ? shortenAddress(value, 4) : value
    })
    .join(' · ')
}
