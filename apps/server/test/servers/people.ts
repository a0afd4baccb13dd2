/** newcomer: signed in, no inviter bound. operator: on the operators' list. */
export const PEOPLE = ['alice', 'bob', 'newcomer', 'operator'] as const
export type Person = (typeof PEOPLE)[number]
