/** JSON-RPC by POST: nothing but the endpoint that the user named is contacted. */
import { type Hex, isHex } from 'viem'
import { ExitError } from './exit-error.ts'

const TIMEOUT_MS = 20_000
/** Public nodes refuse bursts. */
const CONCURRENT_MAX = 4
/** EIP-1474 has no code for a revert: nodes use 3 and -32000. Only an answer with the contract's data is one. */
const REVERT_DATA_CHARACTERS_MIN = 10

interface Answer {
  readonly result?: unknown
  readonly error?: { readonly message?: string; readonly data?: unknown }
}

/** A call that the contract refused; `data` encodes its error. */
export class Reverted extends Error {
  override readonly name = 'Reverted'
  readonly data: Hex
  constructor(data: Hex) {
    super(`reverted: ${data}`)
    this.data = data
  }
}

export type Rpc = <T>(method: string, params?: readonly unknown[]) => Promise<T>

/** Revert data of an error, as Geth (`data`) and older nodes (`data.data`) have it. */
const revertOf = (error: NonNullable<Answer['error']>): Hex | undefined => {
  const nested = (error.data as { data?: unknown } | null | undefined)?.data
  return [error.data, nested].find(
    (value): value is Hex => isHex(value) && value.length >= REVERT_DATA_CHARACTERS_MIN,
  )
}

const post = async (url: string, body: string): Promise<Answer> => {
  let response: Response
  try {
    response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
  } catch (cause) {
    throw new ExitError({ key: 'error.unreachable', values: { url } }, cause)
  }
  try {
    return Object(await response.json()) as Answer
  } catch (cause) {
    throw new ExitError({ key: 'error.noNode', values: { url, status: String(response.status) } }, cause)
  }
}

/** Runs at most `CONCURRENT_MAX` tasks at a time, in order. */
const queue = () => {
  let running = 0
  const waiting: (() => void)[] = []
  return async <T>(task: () => Promise<T>): Promise<T> => {
    if (running >= CONCURRENT_MAX) await new Promise<void>((resolve) => waiting.push(resolve))
    else running++
    try {
      return await task()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else running--
    }
  }
}

/** @throws ExitError for a text that is no address of the web. */
export const createRpc = (endpoint: string): Rpc => {
  const url = URL.canParse(endpoint) ? new URL(endpoint) : null
  if (url === null || !['http:', 'https:'].includes(url.protocol))
    throw new ExitError({ key: 'error.endpointWrong' })
  const enqueue = queue()
  return async <T>(method: string, params: readonly unknown[] = []): Promise<T> => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
    const { result, error } = await enqueue(() => post(url.href, body))
    if (error !== undefined) {
      const data = revertOf(error)
      if (data !== undefined) throw new Reverted(data)
      const said = error.message ?? JSON.stringify(error)
      throw new ExitError({ key: 'error.nodeRefused', values: { method, said } })
    }
    if (result === undefined)
      throw new ExitError({ key: 'error.noNode', values: { url: url.href, status: method } })
    return result as T
  }
}
