/** Plain JSON-RPC, for methods that viem lacks, and for processes that should stay small. */
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

/** Block by tag or number; undefined if the chain has none. */
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
