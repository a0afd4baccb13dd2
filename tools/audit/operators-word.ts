/** Figures that no audit recomputes, printed with each one; the bounds are stated in README.md beside this file. */
export const ON_OPERATORS_WORD = [
  'a machine’s power, up to 1 T for each USD paid for it (products have 0.10 to 0.12), its life, and when a payment',
  '  of electricity that was booked late began to count',
  'within the bounds stated in tools/audit/README.md: who pledged POD power; who was a node, and who invited whom;',
  '  which deposit fitted a package, and at what rate; weekly results have a check of their own, `npm run recompute`',
] as const
