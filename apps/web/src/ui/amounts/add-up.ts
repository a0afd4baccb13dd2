/**
 * Rounds amounts that are not negative to units of 10^(18 − `decimals`), so that they add up to their exact
 * sum rounded down: as many as needed are rounded up, the largest remainders first.
 */
export const addUp = (amounts: readonly bigint[], decimals: number): readonly bigint[] => {
  const unit = 10n ** BigInt(18 - decimals)
  const sum = amounts.reduce((total, amount) => total + amount, 0n)
  const units = amounts.map((amount) => amount / unit)
  const up = Number(sum / unit - units.reduce((total, one) => total + one, 0n))
  const byRemainder = amounts
    .map((amount, index) => ({ index, rest: amount % unit }))
    .sort((a, b) => (a.rest === b.rest ? a.index - b.index : a.rest > b.rest ? -1 : 1))
  const raised = new Set(byRemainder.slice(0, up).map(({ index }) => index))
  return units.map((one, index) => (raised.has(index) ? one + 1n : one) * unit)
}
