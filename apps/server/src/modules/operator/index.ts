/** Front door of the operator: what allow-listed wallets may change, always audited, limits and budgets by two (ADR 0024). */
export { createOperatorModule } from './module.ts'
