/** Front door of nodes: who is one, the weekly pool they share, and what is published of it. */
export { auditNodes, type NodeFinding } from './audit-nodes.ts'
export { type CheckedNodes, checkNodeResults } from './check-node-results.ts'
export { createNodesModule, type NodesModule } from './create-nodes-module.ts'
export type { ReceiveNodeIncome } from './node-income.ts'
export type { NodeConfig } from './node-week.rules.ts'
