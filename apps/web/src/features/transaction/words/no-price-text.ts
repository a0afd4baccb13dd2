import { PRICE_TOLERANCE_BPS } from '@dr/protocol/constants'
import { type ApiError, isApiError } from '../../../api/errors.ts'
import type { Translate } from '../../../i18n/translate.ts'
import { formatBps } from '../../../ui/text/format.ts'

/** Reasons that mean that the server cannot follow the chain: it signs nothing then. */
const NO_CHAIN: readonly unknown[] = ['chain-unavailable', 'chain-behind', 'ledger-behind']

/**
 * Text of error 30002 with its reason: a pair without a day of prices, a price too far from its average, an
 * exchange with too little, a server without the chain.
 */
export const noPriceText = (t: Translate, error: ApiError): string | null => {
  if (!isApiError(error, 'NO_PRICE') || typeof error.data !== 'object') return null
  const { reason, token } = (error.data ?? {}) as Readonly<Record<string, unknown>>
  const named = typeof token === 'string' ? token : ''
  if (reason === 'no-day-average') return t('exchange.obstacle.noDay')
  if (reason === 'price-moved')
    return t('exchange.obstacle.moved', { percent: formatBps(PRICE_TOLERANCE_BPS) })
  if (reason === 'inventory') return t('exchange.obstacle.inventory', { token: named })
  if (reason === 'daily-cap') return t('exchange.obstacle.cap', { token: named })
  if (NO_CHAIN.includes(reason)) return t('tx.fail.serverNoChain')
  return null
}
