import type { FastifyInstance } from 'fastify'
import { AppError } from '../../platform/app-error.ts'

/** Bodies must be JSON; an empty one counts as no body, whatever its content type. */
export const readJsonBodies = (app: FastifyInstance): void => {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, text, done) => {
    if (text === '') return done(null, undefined)
    try {
      done(null, JSON.parse(text as string))
    } catch (cause) {
      done(new AppError('BAD_PARAMETER', { details: { path: 'body', problem: 'not JSON' }, cause }))
    }
  })
}
