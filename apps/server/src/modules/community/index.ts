/** Public API of the community: teams, their folded figures, levels. */
export { createCommunityModule } from './module.ts'
export { readLevel } from './read-figures.ts'
