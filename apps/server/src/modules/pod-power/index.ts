/** Public API of POD power: what it costs, and its vouchers. */
export { createPodPowerModule } from './module.ts'
