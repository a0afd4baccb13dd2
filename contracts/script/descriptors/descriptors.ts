/**
 * ERC-7730 descriptors, one for each contract that users call and one for each message that they sign: as
 * templates, and completed for a deployment.
 */
import { ACCOUNT_DOMAIN } from '@dr/protocol/account-typed-data'
import type { VaultIndex } from '@dr/protocol/token-table'
import { TOKENS, type Token } from '@dr/protocol/tokens'
import { type Abi, type Address, getAddress } from 'viem'
import * as abis from '../../abi/index.ts'
import type { ContractName } from '../contracts.ts'
import { type CALLS, signedCalls } from './calls.ts'
import { type FormatJson, type FormatText, formatJson, type Parameter, reasonsOf } from './format.ts'
import { MESSAGE_TYPES, MESSAGES, type Message } from './messages.ts'

/** The part of the public configuration that is described. */
type Contracts = Readonly<
  Record<'DigitalRights' | 'DigitDraw' | 'Exchange' | 'RootRegistry' | Token, string>
> & {
  readonly withdrawalVaults: readonly string[]
}
/** A deployment. `url`: of the site, shown by wallets. */
export interface DescribedDeployment {
  readonly chainId: number
  readonly contracts: Contracts
  readonly url?: string
}

interface Deployed {
  readonly chainId: number
  readonly address: Address
}
type Values = Readonly<Record<string, string | null>>
export interface Descriptor {
  readonly $schema: string
  readonly $comment: string
  readonly context:
    | { readonly $id: string; readonly contract: { readonly deployments: readonly Deployed[] } }
    | {
        readonly $id: string
        readonly eip712: {
          readonly domain?: Readonly<Record<string, string>>
          readonly deployments: readonly Deployed[]
        }
      }
  readonly metadata: {
    readonly owner: string
    readonly contractName: string
    readonly info?: { readonly url: string }
    readonly constants?: Values
  }
  readonly display: { readonly formats: Readonly<Record<string, FormatJson>> }
}

/** A descriptor without the deployment. */
interface Template {
  readonly file: string
  readonly contractName: string
  readonly domain?: Readonly<Record<string, string>>
  readonly texts: readonly FormatText[]
  readonly formats: readonly (readonly [string, FormatJson])[]
  readonly addresses: (deployment: DescribedDeployment) => readonly string[]
}

const SCHEMA = 'https://eips.ethereum.org/assets/eip-7730/erc7730-v2.schema.json'
const ACCOUNTS = { 0: 'Miner account', 1: 'Deflation account', 2: 'Node account' } as const
const BSC_CHAIN_ID = 56

const abiOf = {
  DR: abis.drAbi,
  DigitDraw: abis.digitDrawAbi,
  DigitalRights: abis.digitalRightsAbi,
  Exchange: abis.exchangeAbi,
  RootRegistry: abis.rootRegistryAbi,
  USDR: abis.usdrAbi,
  WithdrawalVault: abis.withdrawalVaultAbi,
} as const satisfies Partial<Record<keyof typeof CALLS, Abi>>
type Described = keyof typeof abiOf

const inputsOf = (contract: Described, call: string): readonly Parameter[] => {
  const found = (abiOf[contract] as Abi).find((entry) => entry.type === 'function' && entry.name === call)
  if (found?.type !== 'function') throw new TypeError(`${contract} has no ${call}`)
  return found.inputs as readonly Parameter[]
}

const callTemplate = (
  contract: Described,
  template: Pick<Template, 'contractName' | 'addresses'> & { readonly file?: string },
): Template => {
  const calls = signedCalls(contract as ContractName)
  return {
    ...template,
    file: `calldata-${template.file ?? contract}.json`,
    texts: calls.map(([, text]) => text),
    formats: calls.map(([call, text]) => formatJson(call, inputsOf(contract, call), text)),
  }
}

/** Template of an account's vault, which names the account. */
const vaultTemplate = (vault: VaultIndex): Template => {
  const template = callTemplate('WithdrawalVault', {
    file: `WithdrawalVault-${vault}`,
    contractName: `Withdrawal vault of the ${ACCOUNTS[vault].toLowerCase()}`,
    addresses: ({ contracts }) => contracts.withdrawalVaults.slice(vault, vault + 1),
  })
  const from = { label: 'From', value: ACCOUNTS[vault], format: 'raw', visible: 'always' } as const
  return {
    ...template,
    formats: template.formats.map(([key, { intent, fields }]) => [
      key,
      { intent, fields: [from, ...fields] },
    ]),
  }
}

const messageTemplate = (
  message: Message,
  template: Pick<Template, 'contractName' | 'addresses' | 'domain'>,
): Template => ({
  ...template,
  file: `eip712-${message}.json`,
  texts: [MESSAGES[message]],
  formats: [formatJson(message, MESSAGE_TYPES[message], MESSAGES[message])],
})

const mainContract = {
  contractName: 'Digital Rights',
  addresses: ({ contracts }: DescribedDeployment) => [contracts.DigitalRights],
}
const account = { ...mainContract, domain: ACCOUNT_DOMAIN }

const TEMPLATES: readonly Template[] = [
  callTemplate('DigitalRights', mainContract),
  callTemplate('Exchange', { contractName: 'Exchange', addresses: ({ contracts }) => [contracts.Exchange] }),
  vaultTemplate(0),
  vaultTemplate(1),
  vaultTemplate(2),
  callTemplate('RootRegistry', {
    contractName: 'Registry of daily roots',
    addresses: ({ contracts }) => [contracts.RootRegistry],
  }),
  callTemplate('DigitDraw', {
    contractName: 'Digit draw',
    addresses: ({ contracts }) => [contracts.DigitDraw],
  }),
  callTemplate('USDR', { contractName: 'USDR', addresses: ({ contracts }) => [contracts.USDR] }),
  callTemplate('DR', {
    file: 'tokens',
    contractName: 'Token',
    // USDT is Tether's on the main chain, and the product's own test token elsewhere.
    addresses: ({ chainId, contracts }) =>
      TOKENS.filter((token) => token !== 'USDR' && (token !== 'USDT' || chainId !== BSC_CHAIN_ID)).map(
        (token) => contracts[token],
      ),
  }),
  messageTemplate('BindEmail', account),
  messageTemplate('ResetPaymentPassword', account),
  messageTemplate('Permit', {
    contractName: 'Token',
    addresses: ({ contracts }) => TOKENS.filter((token) => token !== 'USDT').map((token) => contracts[token]),
  }),
]

const contextOf = ({ file, domain }: Template, deployments: readonly Deployed[]): Descriptor['context'] => {
  const $id = file.replace(/\.json$/, '')
  return file.startsWith('eip712-')
    ? { $id, eip712: { ...(domain && { domain }), deployments } }
    : { $id, contract: { deployments } }
}

/** Constants that the formats refer to. */
const referencesOf = (formats: string, contracts: Contracts | null) => {
  const addressOf = (token: Token) => (contracts === null ? null : getAddress(contracts[token]))
  const values = (tokens: readonly Token[]): Values =>
    Object.fromEntries(tokens.map((token) => [token, addressOf(token)]))
  const used = TOKENS.filter((token) => formats.includes(`"$.metadata.constants.${token}"`))
  return {
    ...(used.length > 0 && { constants: values(used) }),
  }
}

const notShown = ({ texts }: Template): string => {
  const reasons = reasonsOf(texts)
  return reasons === '' ? '' : ` Not shown: ${reasons}.`
}

const describe = (template: Template, deployment: DescribedDeployment | null): Descriptor => {
  const formats = Object.fromEntries(template.formats)
  const deployments =
    deployment === null
      ? []
      : template
          .addresses(deployment)
          .map((address) => ({ chainId: deployment.chainId, address: getAddress(address) }))
  return {
    $schema: SCHEMA,
    $comment: `Generated by contracts/script/generate-descriptors.ts.${notShown(template)}`,
    context: contextOf(template, deployments),
    metadata: {
      owner: 'Digital Rights',
      contractName: template.contractName,
      ...(deployment?.url !== undefined && { info: { url: deployment.url } }),
      ...referencesOf(JSON.stringify(formats), deployment?.contracts ?? null),
    },
    display: { formats },
  }
}

/** All descriptors by their file. Null: the templates, without addresses. */
export const describeDeployment = (deployment: DescribedDeployment | null): ReadonlyMap<string, Descriptor> =>
  new Map(TEMPLATES.map((template) => [template.file, describe(template, deployment)]))
