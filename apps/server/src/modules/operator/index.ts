/**
 * Public API of the operator: changes by allow-listed wallets, always audited; limits, budgets and blocks of
 * accounts need two operators (ADR 0024).
 */
export { createOperatorModule } from './module.ts'
