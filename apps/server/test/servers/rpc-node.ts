/**
 * An RPC endpoint with faults in front of a real chain: it lags, alternates between a fresh and a stale node,
 * claims future blocks, has another history, or does not answer.
 */
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { numberToHex } from 'viem'
import { hashOfHeader } from '../../src/platform/chain/header-hash.ts'

interface RpcCall {
  readonly id: number
  readonly method: string
  readonly params: readonly unknown[]
}

export interface Habits {
  /** Number of blocks by which it lags. */
  lag?: bigint
  /** Every second HTTP request is answered from the newest block in spite of `lag`. */
  alternates?: boolean
  /** Number of blocks that it claims beyond the newest, only in its newest header. */
  claims?: bigint
  /** Seconds by which its newest header is later than the chain's, under the chain's own hash. */
  shifts?: bigint
  /** Every call of a contract reverts. */
  reverts?: boolean
  /** Percentage of the true number in each call of a contract. */
  scales?: bigint
  /** Connections are ended without an answer. */
  down?: boolean
  /** Requests are not answered. */
  hangs?: boolean
  /** Its blocks have other hashes, as those of another history. */
  forks?: boolean
}

/** Index of the block among the parameters. */
const BLOCK_PLACE: Readonly<Record<string, number>> = {
  eth_call: 1,
  eth_getBalance: 1,
  eth_getCode: 1,
  eth_getTransactionCount: 1,
  eth_getBlockByNumber: 0,
}
/** Anvil's `finalized` is two blocks behind its newest. */
const FINAL_BEHIND = 2n

type Ask = (call: Pick<RpcCall, 'method' | 'params'>) => Promise<Record<string, unknown>>

/** An endpoint that invents a block can compute its hash. */
const sealed = (header: Record<string, string>) => ({ ...header, hash: hashOfHeader(header) })

const forked = (header: Record<string, string> | null) => header && sealed({ ...header, extraData: '0x01' })

const raise = (header: Record<string, string> | null, blocks: bigint) =>
  header &&
  sealed({
    ...header,
    number: numberToHex(BigInt(header.number ?? 0) + blocks),
    timestamp: numberToHex(BigInt(header.timestamp ?? 0) + blocks),
  })

const shift = (header: unknown, seconds: bigint) => {
  const { timestamp, ...rest } = header as Record<string, string>
  return { ...rest, timestamp: numberToHex(BigInt(timestamp ?? 0) + seconds) }
}

/** Scales the first word of an answer by `percent`. */
const scale = (answer: Record<string, unknown>, percent: bigint): Record<string, unknown> => {
  const { result } = answer
  if (typeof result !== 'string' || result.length < 66) return answer
  const word = (BigInt(result.slice(0, 66)) * percent) / 100n
  return { result: `0x${word.toString(16).padStart(64, '0')}${result.slice(66)}` }
}

const isToContract = ({ method, params }: RpcCall): boolean => {
  const call = method === 'eth_call' ? params[0] : undefined
  return typeof call === 'object' && call !== null && 'to' in call
}

/** Answer of a node whose newest block is `head`. */
const answerAt = async (ask: Ask, head: bigint, call: RpcCall): Promise<Record<string, unknown>> => {
  const { method, params } = call
  if (method === 'eth_blockNumber') return { result: numberToHex(head) }
  const place = BLOCK_PLACE[method]
  const block = place === undefined ? undefined : (params[place] ?? 'latest')
  if (place !== undefined && typeof block === 'string') {
    if (block === 'latest') return ask({ method, params: params.with(place, numberToHex(head)) })
    if (block === 'finalized')
      return ask({ method, params: params.with(place, numberToHex(head - FINAL_BEHIND)) })
    if (BigInt(block) > head)
      return method === 'eth_getBlockByNumber'
        ? { result: null }
        : { error: { code: -32_000, message: 'header not found' } }
  }
  const answer = await ask(call)
  if (method !== 'eth_getTransactionReceipt') return answer
  const receipt = answer.result as { blockNumber: string } | null
  return receipt && BigInt(receipt.blockNumber) > head ? { result: null } : answer
}

export const startRpcNode = async (upstream: string, habits: Habits = {}) => {
  /** Received JSON-RPC calls. */
  const calls: RpcCall[] = []
  let turn = 0
  const ask: Ask = async (call) => {
    const response = await fetch(upstream, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, ...call }),
    })
    const { result, error } = (await response.json()) as Record<string, unknown>
    return error === undefined ? { result } : { error }
  }
  const headOf = async () => BigInt((await ask({ method: 'eth_blockNumber', params: [] })).result as string)
  /** Without a lag the chain's own answer, unless it refuses, as it does for future blocks in its own words. */
  const answerBehind = async (call: RpcCall, lag: bigint) => {
    const direct = lag === 0n ? await ask(call) : { error: 'lags' }
    return 'result' in direct ? direct : answerAt(ask, (await headOf()) - lag, call)
  }
  const answerOne = async (call: RpcCall, lag: bigint) => {
    calls.push(call)
    if (habits.reverts && call.method === 'eth_call')
      return { error: { code: 3, message: 'execution reverted', data: '0x' } }
    const isNewest = call.method === 'eth_getBlockByNumber' && call.params[0] === 'latest'
    if (!habits.claims) {
      const answer = await answerBehind(call, lag)
      if (habits.scales && isToContract(call)) return scale(answer, habits.scales)
      if (habits.shifts && isNewest) return { result: shift(answer.result, habits.shifts) }
      const isHeader = habits.forks && call.method === 'eth_getBlockByNumber'
      return isHeader ? { result: forked(answer.result as Record<string, string> | null) } : answer
    }
    if (call.method === 'eth_blockNumber') return { result: numberToHex((await headOf()) + habits.claims) }
    const answer = await ask(call)
    return isNewest ? { result: raise(answer.result as Record<string, string>, habits.claims) } : answer
  }
  const respond = async (body: string, response: ServerResponse): Promise<void> => {
    const message = JSON.parse(body) as RpcCall | RpcCall[]
    turn += 1
    const lag = habits.alternates && turn % 2 === 0 ? 0n : (habits.lag ?? 0n)
    const answers = await Promise.all(
      [message]
        .flat()
        .map(async (call) => ({ jsonrpc: '2.0', id: call.id, ...(await answerOne(call, lag)) })),
    )
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify(Array.isArray(message) ? answers : answers[0]))
  }
  const server = createServer((request, response) => {
    if (habits.down) return void request.socket.destroy()
    if (habits.hangs) return
    text(request)
      .then((body) => respond(body, response))
      .catch(() => response.destroy()) // upstream has ended at the end of a test
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    calls,
    /** Changes its faults from the next request on. */
    become: (next: Habits) => {
      for (const name of Object.keys(habits) as (keyof Habits)[]) delete habits[name]
      Object.assign(habits, next)
    },
    stop: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
