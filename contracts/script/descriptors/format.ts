/**
 * The part of ERC-7730 (schema v2) that the descriptors use: how a wallet shows each parameter of a call or
 * field of a message. A parameter is shown or hidden for a reason; it cannot be left out.
 */
import { APPROVAL_AMOUNT_MAX } from '@dr/protocol/constants'
import type { Token } from '@dr/protocol/tokens'
import { maxUint256, numberToHex } from 'viem'

type Params = Readonly<Record<string, unknown>>

/** `each`: for an array, element by element. */
interface Shown {
  readonly label: string
  readonly format: 'raw' | 'tokenAmount' | 'date' | 'addressName' | 'enum' | 'calldata'
  readonly params?: Params
  readonly each?: true
}
/** `only`: the wallet refuses every other value. */
interface Hidden {
  readonly hidden: string
  readonly only?: number
}
export type FieldText = Shown | Hidden

export interface FormatText {
  /** The action, in the app's words. */
  readonly intent: string
  /** By parameter, in the order of display. */
  readonly fields: Readonly<Record<string, FieldText>>
}

/** Path of a token's address in a descriptor, which is set for a deployment. */
const constantOf = (token: Token): string => `$.metadata.constants.${token}`

/** Token of an amount: one of the product's, one whose address another field has, or the called one. */
type TokenOf = Token | { readonly field: string } | 'called'
const tokenParams = (token: TokenOf): Params => {
  if (token === 'called') return { tokenPath: '@.to' }
  if (typeof token === 'string') return { token: constantOf(token) }
  return { tokenPath: token.field }
}

export const amount = (label: string, token: TokenOf): Shown => ({
  label,
  format: 'tokenAmount',
  params: tokenParams(token),
})
/** An allowance, shown as unlimited from the app's own "unlimited" on. */
export const allowance = (label: string, token: TokenOf): Shown => ({
  label,
  format: 'tokenAmount',
  params: { ...tokenParams(token), threshold: numberToHex(APPROVAL_AMOUNT_MAX), message: 'Unlimited' },
})
/** An amount of which the highest number there is means all of it. */
export const amountOrAll = (label: string, token: TokenOf): Shown => ({
  label,
  format: 'tokenAmount',
  params: { ...tokenParams(token), threshold: numberToHex(maxUint256), message: 'All' },
})
export const until: Shown = { label: 'Valid until', format: 'date', params: { encoding: 'timestamp' } }
export const raw = (label: string): Shown => ({ label, format: 'raw' })
export const each = (label: string): Shown => ({ label, format: 'raw', each: true })
export const address = (label: string, type: 'wallet' | 'eoa' | 'contract'): Shown => ({
  label,
  format: 'addressName',
  // An account may be a key's or a contract's.
  params: { types: type === 'eoa' ? ['eoa', 'contract'] : [type] },
})
/** Calls of the same contract, each shown by its own format. */
export const innerCalls = (label: string): Shown => ({
  label,
  format: 'calldata',
  params: { calleePath: '@.to' },
  each: true,
})
export const hidden = (why: string): Hidden => ({ hidden: why })
export const only = (value: number, why: string): Hidden => ({ hidden: why, only: value })

export interface Parameter {
  readonly name: string
  readonly type: string
  /** Members of a struct. */
  readonly components?: readonly Parameter[]
}
type FieldJson = Readonly<Record<string, unknown>>
export interface FormatJson {
  readonly intent: string
  readonly fields: readonly FieldJson[]
}

const fieldJson = (name: string, text: FieldText): FieldJson => {
  if ('hidden' in text) {
    const visible = text.only === undefined ? 'never' : { mustMatch: [text.only] }
    return { path: name, label: name, format: 'raw', visible }
  }
  const { each: elements, label, format, params } = text
  const path = elements ? `${name}.[]` : name
  return { path, label, format, ...(params && { params }), visible: 'always' }
}

/** A parameter in a call's signature: a struct as its members. */
const declared = ({ name, type, components }: Parameter): string =>
  `${components ? type.replace('tuple', `(${components.map(declared).join(',')})`) : type} ${name}`

/** A format by its key, the call's signature or the message's EIP-712 type. Hidden parameters come last. */
export const formatJson = (
  name: string,
  parameters: readonly Parameter[],
  { intent, fields }: FormatText,
): readonly [string, FormatJson] => {
  const forgotten = parameters.filter((parameter) => !(parameter.name in fields))
  const superfluous = Object.keys(fields).filter((key) => !parameters.some((given) => given.name === key))
  if (forgotten.length + superfluous.length > 0)
    throw new TypeError(`${name}: ${[...forgotten.map((given) => given.name), ...superfluous].join(', ')}`)
  const entries = Object.entries(fields)
  const last = entries.filter(([, text]) => 'hidden' in text)
  const first = entries.filter(([, text]) => !('hidden' in text))
  return [
    `${name}(${parameters.map(declared).join(',')})`,
    { intent, fields: [...first, ...last].map(([key, text]) => fieldJson(key, text)) },
  ]
}

/** Reasons for hidden parameters, one sentence each. */
export const reasonsOf = (texts: readonly FormatText[]): string => {
  const names = new Map<string, Set<string>>()
  for (const { fields } of texts)
    for (const [name, text] of Object.entries(fields))
      if ('hidden' in text) names.set(text.hidden, (names.get(text.hidden) ?? new Set()).add(name))
  return [...names].map(([why, set]) => `${[...set].join(', ')}: ${why}`).join('; ')
}
