import { formatAmount } from '@dr/protocol/amounts'
import { TOKENS } from '@dr/protocol/tokens'
import { decodeFunctionData, erc20Abi, getAddress, type Hex } from 'viem'
import type { Config } from '../../api/config.ts'
import type { BurnerRequest } from '../../chain/burner/prompts.ts'
import { isUnlimited } from '../../chain/calls/approval.rules.ts'
import type { Translate } from '../../i18n/translate.ts'
import type { ReceiptRow } from '../../ui/lists/receipt.tsx'

type Call = Pick<Extract<BurnerRequest, { kind: 'transaction' }>, 'to' | 'data'>

const readApproval = (data: string): { readonly spender: string; readonly amount: bigint } | null => {
  try {
    const { functionName, args } = decodeFunctionData({ abi: erc20Abi, data: data as Hex })
    return functionName === 'approve' ? { spender: args[0].toLowerCase(), amount: args[1] } : null
  } catch {
    // Not a token call.
    return null
  }
}

/** Name of one of the app's contracts that tokens are approved for; undefined for any other. */
const contractName = (config: Config | undefined, address: string): string | undefined => {
  if (config === undefined) return undefined
  const { DigitalRights, DigitDraw, Exchange, USDR, withdrawalVaults } = config.contracts
  if (withdrawalVaults.some((vault) => vault === address)) return 'WithdrawalVault'
  const own = { DigitalRights, DigitDraw, Exchange, USDR }
  return Object.entries(own).find(([, contract]) => contract === address)?.[0]
}

/** Reads an allowance by signature (ERC-2612); null: something else. */
const readPermit = (
  json: string,
): { readonly token: string; readonly spender: string; amount: bigint } | null => {
  const { primaryType, domain, message } = JSON.parse(json) as {
    readonly primaryType?: string
    readonly domain?: { readonly verifyingContract?: string }
    readonly message?: { readonly spender?: string; readonly value?: string | number }
  }
  const token = domain?.verifyingContract
  const { spender, value } = message ?? {}
  if (primaryType !== 'Permit' || token === undefined || spender === undefined || value === undefined)
    return null
  return { token: token.toLowerCase(), spender: spender.toLowerCase(), amount: BigInt(value) }
}

/** Rows with spender and amount of a signed permit; none for anything else. */
export const permitRows = (t: Translate, config: Config | undefined, json: string): readonly ReceiptRow[] => {
  const permit = readPermit(json)
  return permit === null ? [] : rowsOf(t, config, { to: permit.token, approval: permit })
}

/** Rows with spender and amount of an approval; none for any other call. */
export const approvalRows = (
  t: Translate,
  config: Config | undefined,
  { to, data }: Call,
): readonly ReceiptRow[] => {
  const approval = readApproval(data)
  return approval === null ? [] : rowsOf(t, config, { to: to.toLowerCase(), approval })
}

const rowsOf = (
  t: Translate,
  config: Config | undefined,
  { to, approval }: { readonly to: string; readonly approval: { spender: string; amount: bigint } },
): readonly ReceiptRow[] => {
  const { spender, amount } = approval
  const token = TOKENS.find((name) => config?.contracts[name] === to) ?? to
  const known = contractName(config, spender)
  return [
    {
      label: t('wallet.burner.spend'),
      value: spendText(t, token, amount),
      tone: amount > 0n ? 'out' : 'plain',
    },
    {
      label: t('wallet.burner.spender'),
      value: (
        <>
          {known === undefined
            ? t('wallet.burner.spenderUnknown')
            : t('wallet.burner.spenderKnown', { name: known })}
          <span className="block text-12 break-all text-t2">{getAddress(spender)}</span>
        </>
      ),
      tone: known === undefined ? 'out' : 'plain',
    },
  ]
}

const spendText = (t: Translate, token: string, amount: bigint): string => {
  if (amount === 0n) return t('wallet.burner.spendNone', { token })
  if (isUnlimited(amount)) return t('wallet.burner.spendMax', { token })
  return `${formatAmount(amount)} ${token}`
}
