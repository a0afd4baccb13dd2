import { digitalRightsAbi } from '@dr/contracts/abi/digital-rights'
import { exchangeAbi } from '@dr/contracts/abi/exchange'
import { usdrAbi } from '@dr/contracts/abi/usdr'
import { withdrawalVaultAbi } from '@dr/contracts/abi/withdrawal-vault'
import { formatAmount } from '@dr/protocol/amounts'
import { useQuery } from '@tanstack/react-query'
import { decodeFunctionData, erc20Abi, getAddress, type Hex } from 'viem'
import { configQuery } from '../../api/queries/public.ts'
import { type BurnerRequest, useBurnerPrompts } from '../../chain/burner/prompts.ts'
import { useWalletPrompt } from '../../chain/wallet/wallet-prompt.ts'
import { useT } from '../../i18n/use-t.ts'
import { Button } from '../../ui/form/button.tsx'
import { Banner } from '../../ui/layout/banner.tsx'
import { Receipt } from '../../ui/lists/receipt.tsx'
import { Sheet } from '../../ui/sheet/sheet.tsx'
import { approvalRows, permitRows } from './burner-approval.tsx'

const titles = {
  connect: 'wallet.burner.connect',
  message: 'wallet.burner.message',
  'typed-data': 'wallet.burner.message',
  transaction: 'wallet.burner.transaction',
} as const satisfies Record<BurnerRequest['kind'], string>

/** Confirmation of the burner wallet, in place of a real wallet's window. */
export const BurnerPromptSheet = () => {
  const t = useT()
  const prompt = useBurnerPrompts()[0]
  const step = useWalletPrompt()
  if (!prompt) return null
  const { request, answer } = prompt
  return (
    <Sheet
      name="burner-prompt"
      open
      onOpenChange={(open) => open || answer(false)}
      title={t('wallet.burner.name')}
      footer={
        <div className="grid grid-cols-2 gap-2">
          <Button onClick={() => answer(false)}>{t('wallet.burner.reject')}</Button>
          <Button variant="primary" onClick={() => answer(true)}>
            {t('wallet.burner.accept')}
          </Button>
        </div>
      }
    >
      <div className="flex flex-col gap-3">
        <Banner tone="off" icon="info">
          {t('wallet.burner.note')}
        </Banner>
        {(request.kind === 'transaction' || request.kind === 'typed-data') && step !== null ? (
          <Banner icon="list">{step}</Banner>
        ) : null}
        <p className="text-16 font-semibold">{t(titles[request.kind])}</p>
        <Details request={request} />
      </div>
    </Sheet>
  )
}

/** Name of the call in the known contracts; the selector for any other. */
const methodOf = (data: string): string => {
  try {
    return decodeFunctionData({
      abi: [...digitalRightsAbi, ...exchangeAbi, ...withdrawalVaultAbi, ...usdrAbi, ...erc20Abi],
      data: data as Hex,
    }).functionName
  } catch {
    return data.slice(0, 10)
  }
}

const Details = ({ request }: { readonly request: BurnerRequest }) => {
  const t = useT()
  const { data: config } = useQuery(configQuery())
  if (request.kind === 'connect') return <p className="text-14 text-t2">{t('wallet.burner.connectNote')}</p>
  if (request.kind === 'transaction')
    return (
      <Receipt
        rows={[
          ...approvalRows(t, config, request),
          {
            label: t('wallet.burner.to'),
            value: <span className="text-12 break-all">{getAddress(request.to)}</span>,
          },
          { label: t('wallet.burner.value'), value: `${formatAmount(request.valueWei)} BNB` },
          {
            label: t('wallet.burner.data'),
            value: methodOf(request.data),
          },
        ]}
      />
    )
  const permit = request.kind === 'typed-data' ? permitRows(t, config, request.json) : []
  if (permit.length > 0) return <Receipt rows={permit} />
  const text = request.kind === 'message' ? request.text : JSON.stringify(JSON.parse(request.json), null, 2)
  return (
    <pre className="max-h-72 overflow-auto rounded-16 border border-line bg-s2 p-3 text-12 break-words whitespace-pre-wrap">
      {text}
    </pre>
  )
}
