import {
  byToken,
  type DeployedName,
  deployedName,
  PRICED_TOKENS,
  type PricedToken,
  TOKENS,
  type Token,
} from '@dr/protocol/tokens'
import type { Address } from 'viem'
import type { ContractName } from './contracts.ts'
import type { Deployment } from './deploy.ts'

const isToken = (name: string): name is Token => (TOKENS as readonly string[]).includes(name)

/** Contracts with one instance in the record, under a name derived from theirs. */
type NamedContract = Exclude<ContractName, 'TestUSDT' | 'WithdrawalVault'>
type RecordName<Name extends string> = Name extends Token ? DeployedName<Name> : Uncapitalize<Name>

/** Name of a contract in the record. */
export const recordName = <Name extends NamedContract>(name: Name) =>
  (isToken(name) ? deployedName(name) : name.charAt(0).toLowerCase() + name.slice(1)) as RecordName<Name>

/** Every priced token's pool with USDT. */
export const deployedPairs = (contracts: Deployment['contracts']): Record<PricedToken, Address> =>
  byToken(PRICED_TOKENS, (token) => contracts[`${deployedName(token)}UsdtPair`])

/**
 * A deployment's contracts by the names of `GET /api/v1/public/config`, as in the server's DEPLOYMENT_FILE.
 */
export const configuredContracts = ({ contracts }: Pick<Deployment, 'contracts'>, treasury: Address) => ({
  DigitalRights: contracts.digitalRights,
  withdrawalVaults: [contracts.withdrawalVault0, contracts.withdrawalVault1, contracts.withdrawalVault2],
  Exchange: contracts.exchange,
  Funding: contracts.funding,
  ResultRegistry: contracts.resultRegistry,
  RootRegistry: contracts.rootRegistry,
  DigitDraw: contracts.digitDraw,
  Emission: contracts.emission,
  PriceOracle: contracts.priceOracle,
  ...byToken(TOKENS, (token) => contracts[deployedName(token)]),
  timelock: contracts.adminTimelock,
  treasury,
  pairs: deployedPairs(contracts),
})
