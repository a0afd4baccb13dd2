/** Front door of nodes: who is one, the weekly pool they share, and what is published of it. */
export { auditNodes } from './audit-nodes.ts'
export { checkNodeResults } from './check-node-results.ts'
export { createNodesModule } from './create-nodes-module.ts'
export { NODES_JOURNALS } from './journals.ts'
export type { ReceiveNodeIncome } from './node-income.ts'
