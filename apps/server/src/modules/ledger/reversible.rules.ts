/**
 * Modules that keep rows of their own beside what they post: releases, weeks, positions, budgets, flushes, orders. The
 * opposite of such a journal alone would leave those rows saying something else.
 */
const MODULES_WITH_ROWS: ReadonlySet<string> = new Set([
  ...['mining', 'dividends', 'node', 'package', 'swap', 'withdrawal', 'transfer'],
])
/** What an operator funded stands with the pool or the budget it went to. */
const REASONS_WITH_ROWS: ReadonlySet<string> = new Set(['operator.fund-pool', 'operator.fund-budget'])

/** Whether a journal of this reason has rows of a module beside it. */
export const keepsRows = (reason: string): boolean =>
  REASONS_WITH_ROWS.has(reason) || MODULES_WITH_ROWS.has(reason.split('.', 1)[0] ?? '')
