/** Public API of POD power: its cost, and its vouchers. */
export { createPodPowerModule } from './module.ts'
