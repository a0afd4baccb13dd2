/** Figures that no audit recomputes: printed with each one, and said in the same words in docs/faults.md. */
export const ON_OPERATORS_WORD = [
  'a machine’s power, up to 1 T for each USD paid for it (products have 0.10 to 0.12), its life, and when a payment',
  '  of electricity that was booked late began to count',
  'dividends, prizes, node shares, package income and referral sums (R4 is checked for mining alone): up to all that',
  '  the deflation and node vaults hold beside what they owe; weekly results have a check of their own, `npm run recompute`',
] as const
