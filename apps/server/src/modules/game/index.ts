/** The digit draw's public API. */
export { createGameModule } from './module.ts'
