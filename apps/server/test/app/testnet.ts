/** A chain 97, on which servers behave as in production, and the settings to follow it. */
import { configuredContracts } from '@dr/contracts/configured-contracts'
import { deployAll } from '@dr/contracts/deploy'
import { deployMarket, LOCAL_PARAMS } from '@dr/contracts/local-market'
import { startAnvil, testWallet } from '@dr/test-kit'
import { createPublicClient, createWalletClient, type Hex, http, parseEther } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'

const CHAIN_ID = 97

/** Deployed, with a block a second; the caller stops `anvil`. */
export const startTestnet = async () => {
  const keys = {
    signer: generatePrivateKey(),
    keeper: generatePrivateKey(),
    attester: generatePrivateKey(),
    drawer: generatePrivateKey(),
  }
  const addressOf = (key: Hex) => privateKeyToAccount(key).address
  const anvil = await startAnvil({ chainId: CHAIN_ID })
  try {
    await anvil.client.setAutomine(true)
    const account = testWallet('liquidity holder')
    await anvil.client.setBalance({ address: account.address, value: parseEther('100') })
    const transport = http(anvil.url)
    const deployer = {
      publicClient: createPublicClient({ transport, cacheTime: 0 }),
      walletClient: createWalletClient({ account, transport }),
    }
    const amm = await deployMarket(deployer)
    const treasury = testWallet('treasury').address
    const roles = {
      signer: addressOf(keys.signer),
      attester: addressOf(keys.attester),
      drawer: addressOf(keys.drawer),
      standbySigner: testWallet('standbySigner').address,
      witness: testWallet('witness').address,
      guardian: testWallet('guardian').address,
      pauser: testWallet('pauser').address,
      proposer: testWallet('proposer').address,
      liquidityHolder: account.address,
      treasury,
    }
    const deployment = await deployAll(deployer, { roles, params: { ...LOCAL_PARAMS, amm } })
    await anvil.client.setIntervalMining({ interval: 1 })
    return {
      anvil,
      keys,
      /** DEPLOYMENT_FILE. */
      record: {
        startBlock: deployment.startBlock,
        contracts: configuredContracts(deployment, treasury),
      },
      /** Settings of a server of any role, beside its database, folders and port. */
      settings: {
        CHAIN_ID: String(CHAIN_ID),
        RPC_URLS: anvil.url,
        PUBLIC_RPC_URLS: 'https://public.example',
        PUBLIC_ORIGIN: 'https://app.example',
        GENESIS_ADDRESS: testWallet('genesis').address,
      },
    }
  } catch (error) {
    await anvil.stop()
    throw error
  }
}
export type Testnet = Awaited<ReturnType<typeof startTestnet>>
