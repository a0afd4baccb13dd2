/**
 * The app itself, from the same origin: Vite's build. Hashed assets are cached permanently, the entry page
 * never.
 */
import { existsSync } from 'node:fs'
import { join, sep } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { FatalError } from '../../platform/errors.ts'

const YEAR = 'public, max-age=31536000, immutable'
const REVALIDATE = 'no-cache'

/** `directory`: `apps/web/dist`. Assets under `assets/` have their content's hash in their name. */
export const serveSite = async (app: FastifyInstance, directory: string): Promise<void> => {
  if (!existsSync(join(directory, 'index.html'))) throw new FatalError(`no built app in ${directory}`)
  const assets = join(directory, 'assets') + sep
  await app.register(fastifyStatic, {
    root: directory,
    decorateReply: false, // results have a `sendFile` of their own
    preCompressed: true,
    cacheControl: false,
    setHeaders: (reply, path) => {
      reply.header('cache-control', path.startsWith(assets) ? YEAR : REVALIDATE)
    },
  })
}
