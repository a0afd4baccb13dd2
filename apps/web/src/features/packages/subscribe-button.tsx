import type { PackageIncome, TermPackage } from '@dr/protocol/calls/packages'
import { useMutation } from '@tanstack/react-query'
import { planDeposit } from '../../api/mutations/invest-package.ts'
import { useSession } from '../../api/session.ts'
import { openConnect, openTransaction } from '../../chain/intents.ts'
import { errorText } from '../../i18n/error-text.ts'
import { useT } from '../../i18n/use-t.ts'
import { Button } from '../../ui/button.tsx'
import type { Order } from './use-order.ts'

type SubscribeButtonProps = {
  readonly item: TermPackage
  readonly income: PackageIncome
  readonly order: Order
  /** The transaction's own sheet takes over. */
  readonly onDone: () => void
}

/** Asks the server how the deposit would be booked, and hands it to the one transaction flow. */
export function SubscribeButton({ item, income, order, onDone }: SubscribeButtonProps) {
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
        shown: {
          termDays: intent.termDays,
          incomeToken: intent.incomeToken,
          income: BigInt(intent.income),
        },
      })
    },
  })
  if (session.status !== 'signed-in')
    return (
      <Button variant="primary" onClick={() => void openConnect()}>
        {t('shell.connect')}
      </Button>
    )
  if (!session.profile.activated)
    return <p className="text-center text-14 text-t2">{t('packages.bindFirst')}</p>
  const problem = error ? errorText(error) : null
  const submit = (): void => {
    reset()
    mutate()
  }
  return (
    <>
      {problem ? (
        <p role="alert" className="text-center text-14 text-out">
          {problem}
        </p>
      ) : null}
      <p className="text-center text-14 text-out">{t('packages.riskShort')}</p>
      <Button
        variant="primary"
        busy={isPending}
        disabled={order.amount === 0n || order.problem !== null}
        onClick={submit}
      >
        {t('common.continue')}
      </Button>
    </>
  )
}
