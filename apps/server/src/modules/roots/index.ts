/** Public API of the daily roots: what each account ever earned, posted on chain, with its proofs (ADR 0073). */
export { type EpochFiles, readEpochFileName } from './epoch-files.ts'
export { createFinalProofOf } from './final-proof.ts'
export { createRootsModule, type RootsModule } from './module.ts'
