import { useQuery } from '@tanstack/react-query'
import type { Address } from 'viem'
import { exitQuery } from '../../chain/queries/exit.ts'
import { useT } from '../../i18n/use-t.ts'
import { Button } from '../../ui/form/button.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { moment } from '../../ui/text/moment.ts'
import { openTransaction } from '../transaction/intents.ts'

/** Says that the account's lock is being opened, as the chain has it: from when on, and how to lock again. */
export const LockNotice = ({ address }: { readonly address: Address }) => {
  const t = useT()
  const { data } = useQuery(exitQuery(address))
  const until = data?.report.lock?.until ?? null
  if (until === null) return null
  return (
    <Card className="flex flex-col gap-3 border-out" data-arming="">
      <div role="alert">
        <h2 className="text-16 font-semibold text-out">{t('exit.opening.title')}</h2>
        <p className="mt-1 text-14 text-t1">{t('exit.opening.text', { until: moment(until) })}</p>
      </div>
      <Button variant="danger" onClick={() => void openTransaction({ kind: 'lockClaims' })}>
        {t('exit.opening.lock')}
      </Button>
    </Card>
  )
}
