/**
 * Faucet: test tokens and gas, on the local chain only (docs/product.md 2, 13). It is not part of the
 * server: `npm start` adds its route.
 */
import { drgvAbi } from '@dr/contracts/abi/drgv'
import { LOCAL_CALLS } from '@dr/protocol/calls/local'
import { TOKEN_TABLE } from '@dr/protocol/token-table'
import { byToken, FAUCET_TOKENS, type FaucetToken } from '@dr/protocol/tokens'
import { AppError } from '@dr/server/platform/app-error'
import type { ContractAddresses } from '@dr/server/platform/chain/contract-addresses'
import { type Route, route } from '@dr/server/platform/route'
import {
  type Address,
  createPublicClient,
  createWalletClient,
  encodeFunctionData,
  type Hex,
  http,
  parseEther,
} from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { foundry } from 'viem/chains'
import { createGrants, type Grants } from './faucet-grants.ts'

/** One grant in base units: enough for some machines of any kind and years of their electricity. */
export const GRANT = {
  BNB: parseEther('1'),
  ...byToken(FAUCET_TOKENS, (token) => parseEther(String(TOKEN_TABLE[token].faucetGrant))),
} as const

interface Sent {
  readonly token: keyof typeof GRANT
  readonly amount: string
  readonly txHash: Hex
}

export interface Faucet {
  /** Sends the grant and waits until it is mined. @throws AppError TOO_MANY_REQUESTS */
  give(address: Address): Promise<readonly Sent[]>
}

const RECEIPT_TIMEOUT_MS = 30_000

export const createFaucet = async (input: {
  readonly url: string
  readonly key: Hex
  readonly contracts: Pick<ContractAddresses, FaucetToken>
  readonly grants?: Grants
}): Promise<Faucet> => {
  const { contracts, grants = createGrants(() => Date.now()) } = input
  const transport = http(input.url)
  const client = createPublicClient({ chain: foundry, transport, pollingInterval: 200, cacheTime: 0 })
  const chainId = await client.getChainId()
  if (chainId !== foundry.id) throw new Error(`the faucet gives nothing away on chain ${chainId}`)
  const account = privateKeyToAccount(input.key)
  const wallet = createWalletClient({ account, chain: foundry, transport })
  let queue: Promise<unknown> = Promise.resolve()

  const callOf = (token: keyof typeof GRANT, to: Address) =>
    token === 'BNB'
      ? { to, value: GRANT.BNB }
      : {
          to: contracts[token],
          data: encodeFunctionData({ abi: drgvAbi, functionName: 'transfer', args: [to, GRANT[token]] }),
        }

  const send = async (to: Address): Promise<readonly Sent[]> => {
    const nonce = await client.getTransactionCount({ address: account.address, blockTag: 'pending' })
    const sent: Sent[] = []
    for (const [index, token] of (['BNB', ...FAUCET_TOKENS] as const).entries()) {
      const txHash = await wallet.sendTransaction({ ...callOf(token, to), nonce: nonce + index })
      sent.push({ token, amount: GRANT[token].toString(), txHash })
    }
    for (const { token, txHash } of sent) {
      const receipt = await client.waitForTransactionReceipt({ hash: txHash, timeout: RECEIPT_TIMEOUT_MS })
      if (receipt.status !== 'success') throw new Error(`the faucet's ${token} reverted in ${txHash}`)
    }
    return sent
  }

  return {
    give: (to) => {
      const refusal = grants.take(to)
      if (refusal) throw new AppError('TOO_MANY_REQUESTS', { details: refusal })
      // Sequential, so that no two use the same nonce.
      const turn = queue.then(() => send(to))
      queue = turn.catch(() => grants.giveBack(to))
      return turn
    },
  }
}

/** POST /api/v1/local/faucet. */
export const faucetRoute = (faucet: Faucet): Route =>
  route(LOCAL_CALLS.faucet, async ({ body }) => ({ sent: [...(await faucet.give(body.address as Address))] }))
