/**
 * Public API of security: payment password, e-mail, and what a wallet signs about its account
 * (docs/product.md 10).
 */
export { createSecurityModule, type SecurityModule } from './module.ts'
export { securityFlags } from './store.ts'
