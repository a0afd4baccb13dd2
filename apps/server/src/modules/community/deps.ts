import type { Logger } from 'pino'
import type { Database } from '../../platform/database/database.ts'
import type { NodesModule } from '../nodes/index.ts'

export interface CommunityDeps {
  readonly database: Database
  readonly nodes: Pick<NodesModule, 'isNode'>
  readonly logger: Logger
}
