/**
 * Public API of security: payment password, e-mail, and wallet signatures about an account (docs/product.md
 * 10).
 */
export { createSecurityModule, type SecurityModule } from './module.ts'
export { securityFlags } from './store.ts'
