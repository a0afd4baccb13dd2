/** Public API of nodes: their ranking, the weekly pool that they share, and its published results. */
export { checkNodeResults } from './check-node-results.ts'
export { NODES_JOURNALS } from './journals.ts'
export { createNodesModule, type NodesModule } from './module.ts'
export { auditNodes } from './nodes-pool.ts'
