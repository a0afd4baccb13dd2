/** View of the security sheet. */
export type SecurityPart = 'overview' | 'email' | 'set' | 'change' | 'reset' | 'sessions'
