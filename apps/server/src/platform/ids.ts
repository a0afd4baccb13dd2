/** The database's id of a user (`users.id`), branded, so that it is never mixed up with another number. */
export type UserId = number & { readonly __id: 'user' }

/** Converts a column of users' ids. */
export const userIdOf = (id: bigint | number): UserId => Number(id) as UserId
