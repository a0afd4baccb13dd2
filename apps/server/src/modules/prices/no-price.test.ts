import { expect, test } from 'vitest'
import { AppError } from '../../platform/app-error.ts'
import { oraclePriceOrNull, priceOrNull } from './no-price.ts'

const noPrice = (reason: string) => new AppError('NO_PRICE', { details: { token: 'DR', reason } })

test('what is read is answered', async () => {
  expect(await priceOrNull(Promise.resolve(7n))).toBe(7n)
})

test('a price that the oracle does not have is null', async () => {
  for (const reason of ['PoolTooShallow', 'WindowNotFull', 'zero']) {
    expect(await priceOrNull(Promise.reject(noPrice(reason)))).toBeNull()
    expect(await oraclePriceOrNull(Promise.reject(noPrice(reason)))).toBeNull()
  }
})

test('a chain that can’t be asked is null, or thrown where only the oracle counts', async () => {
  const away = noPrice('chain-unavailable')
  expect(await priceOrNull(Promise.reject(away))).toBeNull()
  await expect(oraclePriceOrNull(Promise.reject(away))).rejects.toBe(away)
})

test('any other failure is thrown', async () => {
  for (const failure of [new Error('away'), new AppError('FEATURE_OFF')]) {
    await expect(priceOrNull(Promise.reject(failure))).rejects.toBe(failure)
    await expect(oraclePriceOrNull(Promise.reject(failure))).rejects.toBe(failure)
  }
})
