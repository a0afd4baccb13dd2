import * as z from 'zod'

/** The page's content security policy forbids `eval`; zod would try it once and be reported. Imported before any schema is made. */
z.config({ jitless: true })
