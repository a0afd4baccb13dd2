/** The digit draw's front door. */
export { createGameModule } from './module.ts'
