/**
 * The database's number of a user (`users.id`). Branded, so that it is never mixed up with another number.
 */
export type UserId = number & { readonly __id: 'user' }
