import type { PackageIncome, TermPackage } from '@dr/protocol/calls/packages'
import { useMutation } from '@tanstack/react-query'
import { planDeposit } from '../../api/mutations/invest-package.ts'
import type { PackageList } from '../../api/queries/packages.ts'
import { useSession } from '../../api/session/session.ts'
import { errorText } from '../../i18n/error-text.ts'
import { useT } from '../../i18n/use-t.ts'
import { isNothing, isUnreadable } from '../../ui/amounts/typed-amount.ts'
import { Button } from '../../ui/form/button.tsx'
import { openBind, openConnect, openTransaction } from '../transaction/intents.ts'
import { PayButton } from '../transaction/shortage/pay-button.tsx'
import { isFull, offerOf } from './package-view.ts'
import { positionNet } from './position-net.ts'
import type { Order } from './use-order.ts'

type Offered = {
  readonly item: TermPackage
  readonly income: PackageIncome
  readonly prices: PackageList['prices']
  readonly burnBps: bigint
}

type SubscribeButtonProps = Offered & {
  readonly order: Order
  /** Called when the transaction sheet has opened. */
  readonly onDone: () => void
  /** Called when the user returns from it with nothing sent. */
  readonly onBack: () => void
}

/** Terms on the receipt: the income as the server would book it now, and its net amount. */
const shownOf = (
  { item, income, prices, burnBps }: Offered,
  booked: {
    readonly termDays: number
    readonly incomeToken: PackageIncome['token']
    readonly income: string
    readonly maturesAt: number
  },
) => {
  const { termDays, incomeToken } = booked
  const { yearlyRate } = offerOf({ terms: item, income, amount: 0n, prices, burnBps })
  const result = positionNet(booked, { prices, burnBps })
  const funding = { until: booked.maturesAt, left: BigInt(income.left) }
  return { termDays, incomeToken, yearlyRate, burnBps, result, funding }
}

/** Asks the server how the deposit would be booked, and starts the transaction. */
export const SubscribeButton = (props: SubscribeButtonProps) => {
  const { item, income, prices, burnBps, order, onDone, onBack } = props
  const t = useT()
  const session = useSession()
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: () =>
      planDeposit({ packageId: item.packageId, amount: order.amount, incomeType: income.token }),
    onSuccess: (intent) => {
      onDone()
      void openTransaction({
        kind: 'deposit',
        token: intent.token,
        amount: BigInt(intent.amount),
        chainPackageId: BigInt(intent.chainPackageId),
        shown: shownOf({ item, income, prices, burnBps }, intent),
      }).then((outcome) => outcome === 'back' && onBack())
    },
  })
  if (session.status !== 'signed-in')
    return (
      <Button variant="primary" onClick={() => void openConnect()}>
        {t('shell.connect')}
      </Button>
    )
  if (!session.profile.activated)
    return (
      <>
        <p className="text-center text-14 text-t2">{t('packages.bindFirst')}</p>
        <Button variant="primary" onClick={openBind}>
          {t('home.bind.enter')}
        </Button>
      </>
    )
  const problem = error ? errorText(error) : null
  const submit = (): void => {
    reset()
    if (isNothing(order.parsed)) order.ask()
    else mutate()
  }
  return (
    <>
      {problem ? (
        <p role="alert" className="text-center text-14 text-out">
          {problem}
        </p>
      ) : null}
      <p className="text-center text-14 text-out">{t('packages.riskShort')}</p>
      <PayButton
        solution={order.solution}
        goal="subscribe"
        own={item.open ? t('common.continue') : t('home.packages.closed')}
        busy={isPending}
        disabled={!item.open || isFull(income) || isUnreadable(order.parsed) || order.problem !== null}
        onPay={submit}
      />
    </>
  )
}
