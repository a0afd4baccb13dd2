/** Front door of notices: what the operator tells everybody, and who has read it (PRODUCT.md 10). */
export { createNoticesModule } from './module.ts'
export {
  editNotice,
  listAllNotices,
  publishNotice,
  withdrawNotice,
} from './write-notices.ts'
