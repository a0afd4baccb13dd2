/**
 * Public API of the operator: what allow-listed wallets may change, always audited; limits and budgets need
 * two operators (ADR 0024).
 */
export { createOperatorModule } from './module.ts'
