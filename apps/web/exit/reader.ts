/** View calls, all at one block, so that their answers belong together. */
import {
  type Abi,
  type Address,
  type ContractFunctionArgs,
  type ContractFunctionName,
  type ContractFunctionReturnType,
  decodeFunctionResult,
  encodeFunctionData,
  type Hex,
  hexToNumber,
} from 'viem'
import { ExitError } from './exit-error.ts'
import type { Rpc } from './rpc.ts'

type View<A extends Abi> = ContractFunctionName<A, 'pure' | 'view'>
type Args<A extends Abi, N extends View<A>> = ContractFunctionArgs<A, 'pure' | 'view', N>
type Answer<A extends Abi, N extends View<A>> = ContractFunctionReturnType<A, 'pure' | 'view', N>

export interface Reader {
  readonly chainId: number
  readonly blockNumber: number
  /** Unix seconds of the block: the chain's clock, not the device's. */
  readonly timestamp: number
  read<const A extends Abi, N extends View<A>>(
    abi: A,
    address: Address,
    functionName: N,
    args: Args<A, N>,
  ): Promise<Answer<A, N>>
  hasCode(address: Address): Promise<boolean>
}

/** Opens a reader at the newest block. */
export const openReader = async (rpc: Rpc): Promise<Reader> => {
  const [chainId, block] = await Promise.all([
    rpc<Hex>('eth_chainId'),
    rpc<{ number: Hex; timestamp: Hex }>('eth_getBlockByNumber', ['latest', false]),
  ])
  return {
    chainId: hexToNumber(chainId),
    blockNumber: hexToNumber(block.number),
    timestamp: hexToNumber(block.timestamp),
    read: async (abi, address, functionName, args) => {
      const call = { abi: abi as Abi, functionName: functionName as string }
      const data = encodeFunctionData({ ...call, args: args as readonly unknown[] })
      const answer = await rpc<Hex>('eth_call', [{ to: address, data }, block.number])
      // An address without code answers nothing.
      if (answer === '0x')
        throw new ExitError({ key: 'error.nodeRefused', values: { method: call.functionName, said: answer } })
      return decodeFunctionResult({ ...call, data: answer }) as never
    },
    hasCode: async (address) => (await rpc<Hex>('eth_getCode', [address, block.number])) !== '0x',
  }
}
