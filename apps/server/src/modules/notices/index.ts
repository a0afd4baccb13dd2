/** Public API of notices: texts of the operator to all users, and their readers (docs/product.md 10). */
export { createNoticesModule } from './module.ts'
export {
  editNotice,
  listAllNotices,
  publishNotice,
  withdrawNotice,
} from './write-notices.ts'
