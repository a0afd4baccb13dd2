/** Operators and calls, with their faulty replacements. */
export const COMPARISONS: Readonly<Record<string, readonly string[]>> = {
  '<': ['<=', '>='],
  '<=': ['<', '>'],
  '>': ['>=', '<='],
  '>=': ['>', '<'],
  '==': ['!='],
  '!=': ['=='],
}
export const isBoundary = (operator: string, other: string): boolean =>
  operator.startsWith(other) || other.startsWith(operator)
export const ARITHMETIC: Readonly<Record<string, string>> = {
  '+': '-',
  '-': '+',
  '*': '/',
  '/': '*',
  '%': '*',
  '<<': '>>',
  '>>': '<<',
  '&': '|',
  '|': '&',
  '^': '|',
}
export const ASSIGNMENTS: Readonly<Record<string, string>> = {
  '+=': '-=',
  '-=': '+=',
  '|=': '&=',
  '&=': '|=',
  '>>=': '<<=',
  '<<=': '>>=',
  '*=': '/=',
  '/=': '*=',
}
/** Calls whose first two arguments can be exchanged without a difference. */
export const SYMMETRIC = new Set(['min', 'max', 'mulDiv'])
export const OPPOSITE_MEMBERS: Readonly<Record<string, string>> = {
  Ceil: 'Floor',
  Floor: 'Ceil',
  min: 'max',
  max: 'min',
}
