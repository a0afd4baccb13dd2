/** What the security sheet shows. */
export type SecurityPart = 'overview' | 'email' | 'set' | 'change' | 'reset' | 'sessions'
