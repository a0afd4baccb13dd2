/**
 * The web app, Vite's build, from the same origin. Hashed assets are cached permanently, the entry page
 * never.
 */
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join, sep } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { FatalError } from '../../platform/errors.ts'

const YEAR = 'public, max-age=31536000, immutable'
const REVALIDATE = 'no-cache'
/** The exit page has its own policy in its head (apps/web/exit): this is what only a header can say. */
const EXIT_POLICY = "frame-ancestors 'none'"

interface SiteOptions {
  /** `apps/web/dist`. Assets under `assets/` have their content's hash in their name. */
  readonly directory: string
  /** Content policy of the entry page (its document), instead of the other pages' policy. */
  readonly entryPolicy: (document: string) => string
}

export const serveSite = async (
  app: FastifyInstance,
  { directory, entryPolicy }: SiteOptions,
): Promise<void> => {
  const entry = join(directory, 'index.html')
  if (!existsSync(entry)) throw new FatalError(`no built app in ${directory}`)
  const assets = join(directory, 'assets') + sep
  const exit = join(directory, 'exit.html')
  const policy = entryPolicy(await readFile(entry, 'utf8'))
  await app.register(fastifyStatic, {
    root: directory,
    decorateReply: false, // results have their own `sendFile`
    preCompressed: true,
    cacheControl: false,
    setHeaders: (reply, path) => {
      reply.header('cache-control', path.startsWith(assets) ? YEAR : REVALIDATE)
      // Or one of its compressed forms.
      if (path.startsWith(entry)) reply.header('content-security-policy', policy)
      if (path === exit) reply.header('content-security-policy', EXIT_POLICY)
    },
  })
}
