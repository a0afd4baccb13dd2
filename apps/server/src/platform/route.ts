/**
 * A module's implementation of a call: the protocol's definition with its handler. The HTTP layer does the
 * rest (limits, envelope, session, validation both ways), so a handler gets only parsed input.
 */

import type { Access, Call } from '@dr/protocol/call'
import type { DeclaredCall } from '@dr/protocol/calls/index'
import type { LocalCall } from '@dr/protocol/calls/local'
import type { Logger } from 'pino'
import type * as z from 'zod'
import type { LowerHex } from './hex.ts'
import type { UserId } from './ids.ts'

/** The caller: read from the session, once, before the handler runs. */
export interface Caller {
  readonly userId: UserId
  readonly address: LowerHex
  /** Whether an inviter is bound, or it is a genesis account (docs/product.md 9). */
  readonly activated: boolean
  readonly sessionId: bigint
}

export interface RequestInfo {
  readonly id: string
  readonly ip: string
  /** `user-agent` header of the browser. */
  readonly userAgent: string | undefined
  /** `Host` header, for a local server that has no configured origin. */
  readonly host: string
  readonly log: Pick<Logger, 'info' | 'warn' | 'error'>
}

export interface RouteInput<C extends Call> {
  readonly params: z.output<C['params']>
  /** Parsed body of a POST, parsed query of a GET. */
  readonly body: z.output<C['request']>
  readonly caller: C extends Call<z.ZodType, z.ZodType, z.ZodType, infer A extends Access>
    ? 'public' extends A
      ? undefined
      : Caller
    : never
  readonly request: RequestInfo
}

/** The input of any handler; `route()` binds a handler's own type to its call. */
interface AnyInput {
  readonly params: unknown
  readonly body: unknown
  readonly caller: Caller | undefined
  readonly request: RequestInfo
}

export interface Route {
  readonly call: Call
  handle(input: AnyInput): Promise<unknown>
}

/**
 * `route(CALLS.logout, async ({ caller }) => …)`; the returned value must match the call's response schema. A
 * call that the protocol does not declare does not compile: no client would know it.
 */
export const route = <C extends DeclaredCall | LocalCall>(
  call: C,
  handle: (input: RouteInput<C>) => Promise<z.input<C['response']>>,
): Route => ({ call, handle })
