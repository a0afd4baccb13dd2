/** Figures that no audit recomputes: printed with each one, and said in the same words in docs/faults.md. */
export const ON_OPERATORS_WORD = [
  'a machine’s power, up to 1 T for each USD paid for it (products have 0.10 to 0.12), its life, and when a payment',
  '  of electricity that was booked late began to count',
  'who pledged POD power: dividends and prizes up to 1.1 USD for each unit that an account bought',
  'who was a node, and who invited whom: up to all that came for the node pool and inviters; which deposit fitted a',
  '  package, and at what rate: up to its principal’s value a year; weekly results have a check of their own,',
  '  `npm run recompute`',
] as const
