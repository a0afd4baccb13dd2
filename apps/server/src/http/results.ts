/** Published weekly results: `GET /results/dividends-<week>.json`, the very bytes whose hash stands on chain. */
import { createReadStream } from 'node:fs'
import type { FastifyInstance } from 'fastify'

const FOR_EVER = 'public, max-age=31536000, immutable'
/** Weeks since 1970. */
const NAME = /^dividends-(0|[1-9]\d{0,7})\.json$/

/**
 * `open`: where a week's file lies; null: none is published. `admit`: throws 30003 for a network address that asks too
 * often; a file has a line for every holder.
 */
export const serveResults = (
  app: FastifyInstance,
  {
    open,
    admit,
  }: {
    readonly open: (week: bigint) => Promise<string | null>
    readonly admit: (ip: string) => Promise<void>
  },
): void => {
  const onRequest = ({ ip }: { ip: string }) => admit(ip)
  app.get<{ Params: { name: string } }>('/results/:name', { onRequest }, async (request, reply) => {
    const week = NAME.exec(request.params.name)?.[1]
    const path = week === undefined ? null : await open(BigInt(week))
    if (path === null) return reply.callNotFound()
    return reply
      .header('content-type', 'application/json; charset=utf-8')
      .header('cache-control', FOR_EVER)
      .send(createReadStream(path))
  })
}
