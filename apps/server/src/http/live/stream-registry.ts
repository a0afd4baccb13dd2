import type { OpenStream, StreamOwner } from './open-stream.ts'

interface StreamCount {
  readonly all: number
  readonly network: number
  readonly session: number
}

/** The open streams of one process, by user, session and network. */
export interface StreamRegistry {
  add(stream: OpenStream): void
  /** False if it was not registered. */
  remove(stream: OpenStream): boolean
  readonly all: ReadonlySet<OpenStream>
  ofUser(userId: number): ReadonlySet<OpenStream>
  ofSession(sessionId: number): ReadonlySet<OpenStream>
  count(of: { readonly network: string; readonly owner: StreamOwner | undefined }): StreamCount
}

const NONE: ReadonlySet<OpenStream> = new Set()

/** Sets by key, without empty ones. */
const createIndex = <Key>(keyOf: (stream: OpenStream) => Key | undefined) => {
  const sets = new Map<Key, Set<OpenStream>>()
  return {
    add: (stream: OpenStream): void => {
      const key = keyOf(stream)
      if (key !== undefined) sets.set(key, (sets.get(key) ?? new Set()).add(stream))
    },
    remove: (stream: OpenStream): void => {
      const key = keyOf(stream)
      const set = key === undefined ? undefined : sets.get(key)
      set?.delete(stream)
      if (key !== undefined && set?.size === 0) sets.delete(key)
    },
    of: (key: Key): ReadonlySet<OpenStream> => sets.get(key) ?? NONE,
  }
}

export const createStreamRegistry = (): StreamRegistry => {
  const all = new Set<OpenStream>()
  const byUser = createIndex(({ owner }) => owner?.userId)
  const bySession = createIndex(({ owner }) => owner?.sessionId)
  const byNetwork = createIndex(({ network }) => network)
  const indexes = [byUser, bySession, byNetwork]
  return {
    all,
    add: (stream) => {
      all.add(stream)
      for (const index of indexes) index.add(stream)
    },
    remove: (stream) => {
      if (!all.delete(stream)) return false
      for (const index of indexes) index.remove(stream)
      return true
    },
    ofUser: byUser.of,
    ofSession: bySession.of,
    count: ({ network, owner }) => ({
      all: all.size,
      network: byNetwork.of(network).size,
      session: owner ? bySession.of(owner.sessionId).size : 0,
    }),
  }
}
