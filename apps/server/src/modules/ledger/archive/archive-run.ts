/** What is being archived: the same after an interruption, until all of it is. */
export interface ArchiveRun {
  /** Up to and with this one. */
  readonly lastJournal: bigint
  /** Users up to and with this one have their statements. */
  readonly usersThrough: bigint
}
