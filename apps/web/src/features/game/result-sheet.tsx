import type { DrawResult } from '@dr/protocol/calls/game'
import { useQuery } from '@tanstack/react-query'
import { readDraw } from '../../chain/reads/read-draw.ts'
import { useT } from '../../i18n/use-t.ts'
import { Amount } from '../../ui/amounts/amount.tsx'
import { Button } from '../../ui/form/button.tsx'
import { Banner } from '../../ui/layout/banner.tsx'
import { Receipt } from '../../ui/lists/receipt.tsx'
import { Sheet } from '../../ui/sheet/sheet.tsx'
import { Address } from '../../ui/text/address.tsx'
import { formatCount } from '../../ui/text/format.ts'
import { moment } from '../../ui/text/moment.ts'
import { openTransaction } from '../transaction/intents.ts'
import { isDrawnRight, matchesChain } from './check-draw.ts'
import { waiting } from './draw-book.ts'

type ResultSheetProps = {
  readonly result: DrawResult
  readonly open: boolean
  readonly onOpenChange: (open: boolean) => void
}

/** One round with its proof, recomputed here, and the reader's part of it. */
export const ResultSheet = ({ result, open, onOpenChange }: ResultSheetProps) => {
  const t = useT()
  const owed = waiting(result)
  const claim = async (): Promise<void> => {
    await openTransaction({ kind: 'claimDraw', round: BigInt(result.round), amount: owed })
    onOpenChange(false)
  }
  return (
    <Sheet
      name="result"
      open={open}
      onOpenChange={onOpenChange}
      title={t('game.round', { round: result.round })}
      description={`${t(`game.state.${result.state}`)} · ${moment(result.at)}`}
      footer={
        owed > 0n ? (
          <Button variant="primary" onClick={() => void claim()}>
            {t('game.claim')}
          </Button>
        ) : undefined
      }
    >
      <div className="flex flex-col gap-3">
        {result.state === 'drawn' ? <Proof result={result} /> : null}
        <Mine result={result} />
        <Receipt rows={proofRows(t, result)} />
      </div>
    </Sheet>
  )
}

/** Round as read from the contract and recomputed; must equal the server's report. */
const Proof = ({ result }: { readonly result: DrawResult }) => {
  const t = useT()
  const { data, isError } = useQuery({
    queryKey: ['draw', 'on-chain', result.round],
    queryFn: () => readDraw(result.round),
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (isError) return <Banner tone="gold">{t('game.unread')}</Banner>
  if (data === undefined) return <Banner tone="off">{t('game.checking')}</Banner>
  const right = isDrawnRight(data) && matchesChain(data, result)
  return <Banner tone={right ? 'in' : 'out'}>{t(right ? 'game.checked' : 'game.wrong')}</Banner>
}

const Mine = ({ result }: { readonly result: DrawResult }) => {
  const t = useT()
  const { mine } = result
  if (mine === null || mine.entries.length === 0) return null
  return (
    <Receipt
      rows={[
        ...mine.entries.map(({ digit, amount, txHash }) => ({
          label: `${t('game.onDigit', { digit })} · ${txHash.slice(0, 6)}`,
          value: <Amount value={-BigInt(amount)} token="DR" size="sm" tone="out" />,
        })),
        mine.owed === '0'
          ? { label: t('game.owed'), value: t('game.lost'), total: true }
          : {
              label: t('game.owed'),
              value: <Amount value={BigInt(mine.owed)} token="DR" size="sm" signed tone="in" />,
              total: true,
            },
        ...(mine.paid === '0'
          ? []
          : [{ label: t('game.paid'), value: <Amount value={BigInt(mine.paid)} token="DR" size="sm" /> }]),
      ]}
    />
  )
}

const proofRows = (t: ReturnType<typeof useT>, result: DrawResult) => {
  const line = (label: string, hash: string | null) =>
    hash === null ? [] : [{ label, value: <Address address={hash} /> }]
  return [
    { label: t('game.entered'), value: <Amount value={BigInt(result.total)} token="DR" size="sm" /> },
    ...line(t('game.commitment'), result.commitment),
    ...line(t('game.entriesHash'), result.entriesHash),
    ...line(t('game.secret'), result.secret),
    ...line(t('game.target', { block: formatCount(result.targetBlock) }), result.targetHash),
  ]
}
