/**
 * The database's number of a user (`users.id`). Branded, so that it is never mixed up with another number.
 */
export type UserId = number & { readonly __id: 'user' }

/** Of a column of users' ids. */
export const userIdOf = (id: bigint | number): UserId => Number(id) as UserId
