/** Plain JSON-RPC: what viem has no word for, and what a process that should stay small needs. */
class RpcError extends Error {
  override readonly name = 'RpcError'
}

export type Rpc = <T>(method: string, params?: readonly unknown[]) => Promise<T>

export const createRpc =
  (url: string, timeoutMs = 120_000): Rpc =>
  async <T>(method: string, params: readonly unknown[] = []): Promise<T> => {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
      signal: AbortSignal.timeout(timeoutMs),
    })
    const answer = (await response.json()) as { result?: T; error?: { message: string } }
    if (answer.error) throw new RpcError(`${method}: ${answer.error.message}`)
    return answer.result as T
  }

export interface BlockRef {
  readonly number: number
  readonly hash: string
  /** Unix seconds. */
  readonly timestamp: number
}

/** A block by tag or number; undefined when the chain has none such. */
export const readBlock = async (
  rpc: Rpc,
  block: 'latest' | 'finalized' | number,
): Promise<BlockRef | undefined> => {
  const name = typeof block === 'number' ? `0x${block.toString(16)}` : block
  const found = await rpc<{ number: string; hash: string; timestamp: string } | null>(
    'eth_getBlockByNumber',
    [name, false],
  )
  return found
    ? { number: Number(found.number), hash: found.hash, timestamp: Number(found.timestamp) }
    : undefined
}
