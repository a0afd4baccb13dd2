import { type LiveMessage, OWN_TOPICS, type OwnTopic } from '@dr/protocol/live'
import type { Announced, Topics } from '../../platform/database/announcements/announcements.ts'

const concerns = ({ of }: Announced, id: number): boolean => Array.isArray(of) && of.includes(id)

/** The public part, or undefined. */
export const publicOf = (topics: Topics): LiveMessage | undefined => {
  const { block, prices, release, pools, notices } = topics
  if (!(block || prices || release || pools || notices)) return undefined
  return {
    ...(block ? { block: block.value as LiveMessage['block'] } : {}),
    ...(prices ? { prices: prices.value as LiveMessage['prices'] } : {}),
    ...(release ? { release: release.value as LiveMessage['release'] } : {}),
    ...(pools ? { pools: true as const } : {}),
    ...(notices ? { notices: true as const } : {}),
  } as LiveMessage
}

/**
 * The public part that an app may have read before its first stream began and that is not announced again
 * soon: all but blocks and releases, which an app reads with a block.
 */
export const lastingOf = (topics: Topics): LiveMessage | undefined => {
  const { prices, pools, notices } = topics
  return publicOf({
    ...(prices ? { prices } : {}),
    ...(pools ? { pools } : {}),
    ...(notices ? { notices } : {}),
  })
}

/** The part that concerns this user, or undefined. `resync` if too many users changed to name them. */
export const ownOf = (topics: Topics, userId: number): LiveMessage | undefined => {
  if (isOfTooMany(topics)) return { resync: true }
  const own = OWN_TOPICS.filter((topic) => topics[topic] && concerns(topics[topic], userId))
  return own.length > 0 ? { own } : undefined
}

/** Whether too many users changed to name them: every signed-in user has to ask again. */
export const isOfTooMany = (topics: Topics): boolean =>
  OWN_TOPICS.some((topic) => topics[topic]?.of === 'all')

/** The named users, each with their topics. */
export const ownersOf = (topics: Topics): Map<number, OwnTopic[]> => {
  const owners = new Map<number, OwnTopic[]>()
  for (const topic of OWN_TOPICS) {
    const { of } = topics[topic] ?? {}
    if (!Array.isArray(of)) continue
    for (const id of of as readonly number[]) owners.set(id, [...(owners.get(id) ?? []), topic])
  }
  return owners
}

/** Merges two messages: the newest block and prices, and everything else of either. */
export const merged = (
  earlier: LiveMessage | undefined,
  later: LiveMessage | undefined,
): LiveMessage | undefined => {
  if (!(earlier && later)) return later ?? earlier
  const own = new Set([...(earlier.own ?? []), ...(later.own ?? [])])
  // Without a current price there is none of the exchange either.
  const { exchange, ...others } = earlier
  return {
    ...others,
    ...(exchange && later.averages !== null && { exchange }),
    ...later,
    ...(earlier.prices ? { prices: { ...earlier.prices, ...later.prices } } : {}),
    ...(own.size > 0 ? { own: OWN_TOPICS.filter((topic) => own.has(topic)) } : {}),
  }
}

/** A message as a server-sent event. */
export const eventText = (id: string, message: LiveMessage): string =>
  `id: ${id}\ndata: ${JSON.stringify(message)}\n\n`
