/**
 * Shows a call or a typed message like a wallet, by ERC-7730 descriptors (schema v2), read as in the
 * standard and without knowledge of this product. Throws where a wallet must refuse.
 */
import {
  type Abi,
  type Address,
  decodeFunctionData,
  formatUnits,
  getAddress,
  type Hex,
  parseAbiItem,
  toFunctionSelector,
} from 'viem'

type Json = Readonly<Record<string, unknown>>
interface Field {
  readonly path?: string
  readonly value?: unknown
  readonly label: string
  readonly format: string
  readonly params?: Json
  readonly visible?: 'always' | 'never' | { readonly mustMatch: readonly unknown[] }
}
interface Format {
  readonly intent: string
  readonly fields: readonly Field[]
}
interface DescriptorFile {
  readonly context: Json
  readonly metadata: Json
  readonly display: { readonly formats: Readonly<Record<string, Format>> }
}

/** Knowledge of a wallet: descriptors, and tokens by their address in lower case. */
export interface WalletKnowledge {
  readonly files: readonly DescriptorFile[]
  readonly tokens: Readonly<Record<string, { readonly ticker: string; readonly decimals: number }>>
}
/** `amount`: base units of a token. `call`: shown by its own format. `path`: null for a text alone. */
interface ShownField {
  readonly label: string
  readonly path: string | null
  readonly text: string
  readonly amount?: { readonly ticker: string; readonly value: bigint }
  readonly call?: Shown
}
export interface Shown {
  /** Name of the function, or the message's primary type. */
  readonly name: string
  readonly intent: string
  readonly fields: readonly ShownField[]
}
export interface Call {
  readonly chainId: number
  readonly to: Address
  readonly data: Hex
}
export interface TypedMessage {
  readonly domain: Json
  readonly types: Readonly<Record<string, readonly { readonly name: string; readonly type: string }[]>>
  readonly primaryType: string
  readonly message: Json
}
/** Roots of paths: `$` the file, `@` the transaction or the message's domain, `#` the decoded data. */
interface Roots {
  readonly $: DescriptorFile
  readonly '@': Omit<Call, 'data'>
  readonly '#': Json
}

const step = (value: unknown, name: string): unknown => {
  const found = (value as Json)[name]
  if (found === undefined || found === null) throw new Error(`nothing at ${name}`)
  return found
}
const resolve = (path: string, roots: Roots): unknown => {
  const [first = '', ...rest] = path.split('.')
  return first in roots
    ? rest.reduce(step, roots[first as keyof Roots])
    : [first, ...rest].reduce(step, roots['#'])
}

const tokenAddress = ({ token, tokenPath }: Json, roots: Roots): string => {
  if (tokenPath !== undefined) return String(resolve(String(tokenPath), roots))
  const named = String(token)
  return named.startsWith('$.') ? String(resolve(named, roots)) : named
}

type Showing = Pick<ShownField, 'text' | 'amount' | 'call'>
type Show = (value: unknown, params: Json, roots: Roots, wallet: WalletKnowledge) => Showing
const SHOW: Readonly<Record<string, Show>> = {
  raw: (value) => ({ text: String(value) }),
  date: (value) => ({ text: new Date(Number(value) * 1_000).toISOString() }),
  addressName: (value) => ({ text: getAddress(String(value)) }),
  tokenAmount: (given, { threshold, message, ...params }, roots, { tokens }) => {
    const { ticker, decimals } = step(
      tokens,
      tokenAddress(params, roots).toLowerCase(),
    ) as (typeof tokens)[string]
    const value = BigInt(given as bigint)
    const endless = threshold !== undefined && value >= BigInt(String(threshold))
    const number = endless ? String(message ?? 'Unlimited') : formatUnits(value, decimals)
    return { text: `${number} ${ticker}`, amount: { ticker, value } }
  },
  calldata: (data, { calleePath }, roots, wallet) => {
    const to = resolve(String(calleePath), roots) as Address
    return { text: '', call: showCall({ ...roots['@'], to, data: data as Hex }, wallet) }
  },
}

const showField = (field: Field, roots: Roots, wallet: WalletKnowledge): readonly ShownField[] => {
  const { label, path, format, params = {}, visible = 'always' } = field
  if (path === undefined) return [{ label, path: null, text: String(field.value) }]
  const found = resolve(path.replace(/\.\[\]$/, ''), roots)
  if (typeof visible === 'object' && !visible.mustMatch.some((value) => String(value) === String(found)))
    throw new Error(`${path} must not be ${String(found)}`)
  if (visible !== 'always') return []
  const values = path.endsWith('.[]') ? (found as readonly unknown[]) : [found]
  const shown = step(SHOW, format) as Show
  return values.map((value) => ({ label, path, ...shown(value, params, roots, wallet) }))
}

const show = (key: string, { intent, fields }: Format, roots: Roots, wallet: WalletKnowledge): Shown => ({
  name: key.slice(0, key.indexOf('(')),
  intent,
  fields: fields.flatMap((field) => showField(field, roots, wallet)),
})

/** Files for this contract on this chain. */
const filesFor = (
  kind: 'contract' | 'eip712',
  { chainId, to }: Omit<Call, 'data'>,
  { files }: WalletKnowledge,
) =>
  files.filter(({ context }) =>
    ((context[kind] as { deployments?: { chainId: number; address: string }[] })?.deployments ?? []).some(
      (place) => place.chainId === chainId && place.address.toLowerCase() === to.toLowerCase(),
    ),
  )

/** Shows a call. Throws if no file describes it. */
export const showCall = ({ data, ...container }: Call, wallet: WalletKnowledge): Shown => {
  for (const file of filesFor('contract', container, wallet))
    for (const [key, format] of Object.entries(file.display.formats)) {
      const item = parseAbiItem(`function ${key}` as 'function f(uint256 a)')
      if (toFunctionSelector(item) !== data.slice(0, 10)) continue
      const { args = [] } = decodeFunctionData({ abi: [item] as Abi, data })
      const decoded = Object.fromEntries(item.inputs.map(({ name }, index) => [name, args[index]]))
      return show(key, format, { $: file, '@': container, '#': decoded }, wallet)
    }
  throw new Error(`no descriptor of ${data.slice(0, 10)} at ${container.to}`)
}

/** Shows a message. Throws if no file describes it. */
export const showMessage = (typed: TypedMessage, wallet: WalletKnowledge): Shown => {
  const container = { chainId: Number(typed.domain.chainId), to: typed.domain.verifyingContract as Address }
  const members = (typed.types[typed.primaryType] ?? []).map(({ type, name }) => `${type} ${name}`)
  const key = `${typed.primaryType}(${members.join(',')})`
  for (const file of filesFor('eip712', container, wallet)) {
    const { domain = {} } = file.context.eip712 as { readonly domain?: Json }
    const format = file.display.formats[key]
    const same = Object.entries(domain).every(([name, value]) => typed.domain[name] === value)
    if (same && format) return show(key, format, { $: file, '@': container, '#': typed.message }, wallet)
  }
  throw new Error(`no descriptor of ${typed.primaryType} at ${container.to}`)
}
