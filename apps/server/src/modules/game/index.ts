/** The digit draw's front door. */
export { createGameModule } from './create-game-module.ts'
