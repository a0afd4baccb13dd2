import type { Logger } from 'pino'
import type { Database } from '../../platform/database/database.ts'
import type { IsNode } from './answer-community.ts'

export interface CommunityDeps {
  readonly database: Database
  readonly isNode: IsNode
  readonly logger: Logger
}
