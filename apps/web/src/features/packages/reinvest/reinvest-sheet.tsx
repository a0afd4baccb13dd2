import { formatAmount } from '@dr/protocol/amounts'
import type { PackageIncome, TermPackage } from '@dr/protocol/calls/packages'
import { yearlyRate } from '@dr/protocol/rules/package-offer'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { Address } from 'viem'
import { invalidate } from '../../../api/invalidate.ts'
import { reinvestInto } from '../../../api/mutations/invest-package.ts'
import { isTerm, type PackageList, packageListQuery, reinvestableNow } from '../../../api/queries/packages.ts'
import { errorText } from '../../../i18n/error-text.ts'
import { useT } from '../../../i18n/use-t.ts'
import { Amount } from '../../../ui/amounts/amount.tsx'
import { AmountInput } from '../../../ui/amounts/amount-input.tsx'
import { isNothing, isUnreadable, readAmount } from '../../../ui/amounts/typed-amount.ts'
import { Button } from '../../../ui/form/button.tsx'
import { Segmented } from '../../../ui/form/segmented.tsx'
import { Receipt } from '../../../ui/lists/receipt.tsx'
import { Sheet } from '../../../ui/sheet/sheet.tsx'
import { EmptyState } from '../../../ui/status/empty-state.tsx'
import { toast } from '../../../ui/status/toast.ts'
import { formatPercent } from '../../../ui/text/format.ts'
import { ExitNote } from '../exit-note.tsx'
import { earnedRows, netRows } from '../net-rows.tsx'
import { maxWhole, offerOf, packageProblem, type Reinvestable } from '../package-view.ts'
import { useBurnBps } from '../use-burn-bps.ts'
import { useReinvestBurn } from './use-reinvest-burn.ts'

type ReinvestSheetProps = {
  readonly address: Address
  readonly reinvestable: Reinvestable
  readonly open: boolean
  readonly onOpenChange: (open: boolean) => void
}

interface Choice {
  readonly item: TermPackage
  readonly income: PackageIncome
}

/** Packages and incomes that accept a part of it now. */
const choicesOf = (list: PackageList | undefined, reinvestable: Reinvestable): readonly Choice[] =>
  (list?.items ?? [])
    .filter(isTerm)
    .filter((item) => reinvestableNow([item], reinvestable)[item.token] !== '0')
    .flatMap((item) => item.incomes.map((income) => ({ item, income })))

const keyOf = ({ item, income }: Choice): string => `${item.packageId}:${income.token}`

/** One id for each reinvestment: a retry after a lost answer has the same one. */
const useRequestId = () => {
  const lastRequest = useRef<{ readonly what: string; readonly id: string } | null>(null)
  return {
    of: (what: string): string => {
      if (lastRequest.current?.what !== what) lastRequest.current = { what, id: crypto.randomUUID() }
      return lastRequest.current.id
    },
    done: () => {
      lastRequest.current = null
    },
  }
}

/** Form state of a reinvestment, and its call. */
const useReinvestment = ({ address, reinvestable, onOpenChange }: ReinvestSheetProps) => {
  const t = useT()
  const client = useQueryClient()
  const { data } = useQuery(packageListQuery())
  const choices = choicesOf(data, reinvestable)
  const [key, setKey] = useState<string | null>(null)
  const [text, setText] = useState('')
  const [attempts, setAttempts] = useState(0)
  const choice = choices.find((one) => keyOf(one) === key) ?? choices[0]
  const parsed = readAmount(text)
  const amount = parsed.ok ? parsed.value : 0n
  const requestId = useRequestId()
  const problem = choice && parsed.ok ? problemOf(choice, amount, reinvestable) : null
  const { mutate, isPending, error } = useMutation({
    mutationFn: (one: Choice) =>
      reinvestInto({
        packageId: one.item.packageId,
        amount,
        incomeType: one.income.token,
        requestId: requestId.of(`${keyOf(one)} ${amount}`),
      }),
    onSuccess: async () => {
      requestId.done()
      await invalidate(client, address, ['orders', 'ledger', 'packages'])
      toast.success(t('packages.reinvested'))
      onOpenChange(false)
    },
  })
  const prices = data?.prices ?? null
  const go = (one: Choice): void => (isNothing(parsed) ? setAttempts(attempts + 1) : mutate(one))
  const field = { text, onText: setText, attempts }
  return { choices, choice, setKey, field, parsed, amount, problem, prices, go, isPending, error }
}
type Reinvestment = ReturnType<typeof useReinvestment>

/** Reinvests matured principal and income: inside the node account, without a transaction. */
export const ReinvestSheet = (props: ReinvestSheetProps) => {
  const t = useT()
  const reinvestment = useReinvestment(props)
  const { choice, isPending } = reinvestment
  return (
    <Sheet
      name="reinvest"
      open={props.open}
      onOpenChange={props.onOpenChange}
      title={t('packages.reinvest')}
      dismissible={!isPending}
      description={t('packages.reinvestText')}
      footer={choice ? <Go choice={choice} reinvestment={reinvestment} /> : null}
    >
      {choice ? (
        <Form
          address={props.address}
          choice={choice}
          reinvestment={reinvestment}
          reinvestable={props.reinvestable}
        />
      ) : (
        <EmptyState icon="coin" title={t('error.1039')} />
      )}
    </Sheet>
  )
}

type PartProps = { readonly choice: Choice; readonly reinvestment: Reinvestment }

const Go = ({ choice, reinvestment: { parsed, problem, error, isPending, go } }: PartProps) => {
  const t = useT()
  return (
    <>
      {error ? (
        <p role="alert" className="text-center text-14 text-out">
          {errorText(error)}
        </p>
      ) : null}
      <p className="text-center text-14 text-out">{t('packages.riskShort')}</p>
      <Button
        variant="primary"
        busy={isPending}
        disabled={isUnreadable(parsed) || problem !== null}
        onClick={() => go(choice)}
      >
        {t('packages.reinvestNow')}
      </Button>
    </>
  )
}

type FormProps = PartProps & Pick<ReinvestSheetProps, 'address' | 'reinvestable'>

const Form = ({ address, choice, reinvestment, reinvestable }: FormProps) => {
  const t = useT()
  const { choices, setKey, field, amount, problem, prices } = reinvestment
  const labelOf = ({ item, income }: Choice): string =>
    `${item.token} · ${t('common.days', { count: item.termDays })} → ${income.token} ${formatPercent(yearlyRate(BigInt(income.dailyRate)))}`
  return (
    <div className="flex flex-col gap-3">
      <Segmented
        label={t('packages.view.offer')}
        value={keyOf(choice)}
        onChange={setKey}
        items={choices.map((one) => ({ value: keyOf(one), label: labelOf(one) }))}
      />
      <Amounts choice={choice} reinvestable={reinvestable} field={field} problem={problem} />
      <Preview address={address} choice={choice} amount={amount} prices={prices} />
    </div>
  )
}

const problemOf = ({ item, income }: Choice, amount: bigint, reinvestable: Reinvestable) =>
  packageProblem(income, {
    amount,
    minimum: BigInt(item.reinvestMinimum),
    balance: BigInt(reinvestable[item.token]),
  })

type AmountsProps = {
  readonly choice: Choice
  readonly reinvestable: Reinvestable
  readonly field: Reinvestment['field']
  readonly problem: ReturnType<typeof packageProblem>
}

const Amounts = ({ choice: { item, income }, reinvestable, field, problem }: AmountsProps) => {
  const t = useT()
  const balance = BigInt(reinvestable[item.token])
  const max = maxWhole(income, balance) ?? 0n
  const refusals = {
    'not-whole': t('error.1016'),
    'below-minimum': t('home.packages.minimum', {
      amount: formatAmount(BigInt(item.reinvestMinimum)),
      token: item.token,
    }),
    'above-balance': t('packages.refusal.reinvestable'),
    full: t('error.30001'),
    'above-room': t('packages.refusal.room', {
      amount: formatAmount(BigInt(income.room ?? 0), { maxDecimals: 0 }),
      token: item.token,
    }),
  }
  return (
    <AmountInput
      label={t('packages.amount')}
      token={item.token}
      {...field}
      aside={t('packages.reinvestableOf', { amount: formatAmount(balance, { maxDecimals: 6 }) })}
      {...(max <= 0n ? {} : { max: { value: max, label: t('common.max') } })}
      problemText={(name) => (name === 'empty' ? t('message.recharge_no') : t(`common.amount.${name}`))}
      refusal={problem === null ? undefined : refusals[problem]}
      understood={(shown) => t('common.amount.understood', { amount: shown })}
    />
  )
}

type PreviewProps = {
  readonly address: Address
  readonly choice: Choice
  readonly amount: bigint
  readonly prices: PackageList['prices']
}

const Preview = ({ address, choice: { item, income }, amount, prices }: PreviewProps) => {
  const t = useT()
  const burnBps = useBurnBps()
  const { result } = offerOf({ terms: item, income, amount, prices, burnBps: burnBps ?? 0n })
  const whole = result?.income ?? null
  const burned = useReinvestBurn({ address, token: item.token, amount, prices })
  return (
    <>
      <Receipt
        rows={[
          {
            label: t('packages.row.fromNode'),
            value: <Amount value={-amount} token={item.token} size="sm" tone="out" />,
          },
          ...earnedRows(t, { burned, token: item.token, burnBps }),
          {
            label: t('packages.row.wholeTerm', { days: item.termDays }),
            value:
              whole === null ? (
                '—'
              ) : (
                <Amount value={whole} token={income.token} size="sm" maxDecimals={6} signed tone="in" />
              ),
          },
          ...netRows(t, { result, token: income.token, burnBps }),
        ]}
      />
      {whole === null ? null : (
        <ExitNote token={item.token} incomeToken={income.token} principal={amount} income={whole} />
      )}
    </>
  )
}
