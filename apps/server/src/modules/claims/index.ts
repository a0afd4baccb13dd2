/** Public API of claims: what accounts take out of the vaults by their own call, booked to them (ADR 0073). */
export { auditAccountBooks } from './audit-account-books.ts'
export { CLAIMS_JOURNALS } from './journals.ts'
export { createClaimsModule } from './module.ts'
export { areClaimsBooked, receivedSince } from './store.ts'
