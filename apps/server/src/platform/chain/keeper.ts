/**
 * A key with which the server sends transactions. The keeper pays gas for calls that any account may make
 * (release the emission, record a price), and has no rights. The attester posts the hashes of weekly results.
 * The drawer opens and reveals the digit draws. A key makes one call at a time, so that its ticks never use
 * the same nonce.
 */
import {
  type Abi,
  type Address,
  BaseError,
  ContractFunctionRevertedError,
  createWalletClient,
  custom,
  formatGwei,
  type Hex,
  InsufficientFundsError,
  maxUint256,
  type PublicClient,
} from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { RetryableError } from '../errors.ts'

interface KeeperCall {
  readonly address: Address
  readonly abi: Abi
  readonly functionName: string
  /** Default: none. */
  readonly args?: readonly unknown[]
}

/**
 * `sent`: mined and successful. `not-needed`: the contract has nothing to do. `reverted`: another account was
 * faster.
 */
type KeeperOutcome =
  | { readonly outcome: 'sent'; readonly txHash: Hex }
  | { readonly outcome: 'not-needed' }
  | { readonly outcome: 'reverted'; readonly txHash: Hex }

export interface Keeper {
  /**
   * Calls a contract and waits until it is mined. Throws `RetryableError` when the chain cannot be reached or
   * takes too long, or gas costs too much: the next attempt uses the same nonce with a higher fee, so that no
   * transaction is stuck or sent twice.
   */
  call(call: KeeperCall, options?: { needed?: (result: unknown) => boolean }): Promise<KeeperOutcome>
}

/** A replacement must pay at least 10 % more (go-ethereum's rule). */
const REPLACEMENT_PERCENT = 125n
/**
 * More than any of these calls needs; unused gas is not paid. It is not estimated, because an estimate uses
 * the pending state, in which the transaction to be replaced is already executed: the replacement would fail.
 */
const GAS_LIMIT = 500_000n
/** Maximum price of a replacement, as a multiple of the usual price, however long something is stuck. */
const PRICE_FACTOR_MAX = 10n

/** The endpoint's gas price is above the maximum: nothing is sent, however long it takes. */
export class GasPriceTooHighError extends RetryableError {}

const isRevert = (error: unknown): boolean =>
  error instanceof BaseError && error.walk((e) => e instanceof ContractFunctionRevertedError) !== null

/**
 * Whether the node refused it because the key has no funds: nothing was sent that would have to be replaced.
 */
const isOutOfFunds = (error: unknown): boolean =>
  error instanceof BaseError && error.walk((e) => e instanceof InsufficientFundsError) !== null

export const createKeeper = (input: {
  readonly client: PublicClient
  readonly key: Hex
  readonly receiptTimeoutMs: number
  /** Maximum wei for one unit of gas, whatever an endpoint reports; undefined in tests. */
  readonly gasPriceMax?: bigint | undefined
  /**
   * Called last before a transaction is sent; if it throws (the process is no longer the leader), nothing is
   * sent.
   */
  readonly mayStillSend?: () => Promise<void>
}): Keeper => {
  const { client, receiptTimeoutMs, gasPriceMax = maxUint256, mayStillSend } = input
  const account = privateKeyToAccount(input.key)
  // The public client's own transport, with its order of endpoints.
  const wallet = createWalletClient({
    account,
    transport: custom({ request: (body) => client.request(body) }),
  })
  let queue: Promise<unknown> = Promise.resolve()
  let last: { nonce: number; gasPrice: bigint } | undefined

  const priceOf = (nonce: number, usual: bigint): bigint => {
    const floor = last?.nonce === nonce ? (last.gasPrice * REPLACEMENT_PERCENT) / 100n : 0n
    const wanted = usual > floor ? usual : floor
    const raised = usual * PRICE_FACTOR_MAX
    return [wanted, raised, gasPriceMax].reduce((a, b) => (a < b ? a : b))
  }

  const send = async (call: KeeperCall, needed: (result: unknown) => boolean): Promise<KeeperOutcome> => {
    const simulated = await client
      .simulateContract({ ...call, account, args: call.args ?? [] })
      .catch((error: unknown) => {
        if (isRevert(error)) return undefined
        throw error
      })
    if (!simulated || !needed(simulated.result)) return { outcome: 'not-needed' }
    const [nonce, price] = await Promise.all([
      client.getTransactionCount({ address: account.address, blockTag: 'latest' }),
      client.getGasPrice(),
    ])
    if (price > gasPriceMax)
      throw new GasPriceTooHighError(
        `the gas price is ${formatGwei(price)} gwei, above the maximum of ${formatGwei(gasPriceMax)} (GAS_PRICE_MAX_GWEI)`,
      )
    await mayStillSend?.()
    const gasPrice = priceOf(nonce, price)
    const before = last
    last = { nonce, gasPrice }
    const txHash = await wallet
      .writeContract({
        ...call,
        args: call.args ?? [],
        account,
        chain: null,
        nonce,
        gasPrice,
        gas: GAS_LIMIT,
      })
      .catch((error: unknown) => {
        if (isOutOfFunds(error)) last = before
        throw error
      })
    const receipt = await client.waitForTransactionReceipt({ hash: txHash, timeout: receiptTimeoutMs })
    return { outcome: receipt.status === 'success' ? 'sent' : 'reverted', txHash }
  }

  return {
    call: (call, { needed = () => true } = {}) => {
      const turn = queue.then(() => send(call, needed))
      queue = turn.catch(() => undefined) // the caller sees the error; the queue goes on
      return turn.catch((cause: unknown) => {
        throw new RetryableError(`${call.functionName} could not be sent`, { cause })
      })
    },
  }
}
