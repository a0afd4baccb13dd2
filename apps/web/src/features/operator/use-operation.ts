import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Address } from 'viem'
import { isApiError } from '../../api/errors.ts'
import { type Operation, operate } from '../../api/mutations/operate.ts'
import { operatorKey } from '../../api/queries/operator.ts'
import { errorText } from '../../i18n/error-text.ts'
import type { Translate } from '../../i18n/translate.ts'
import { useT } from '../../i18n/use-t.ts'
import { toast } from '../../ui/status/toast.ts'

/** Refusal reasons with texts of their own. */
const REASONS = [
  'own-proposal',
  'expired',
  'decided',
  'changed-meanwhile',
  'proposer-is-no-operator',
  'already-proposed',
  'nothing-changes',
  'bounds',
  'no-such-budget',
  'more-than-the-principal',
] as const

/** Text of a refusal, with the field or the reason. */
const problemText = (t: Translate, error: unknown): string => {
  const text = errorText(error) ?? t('error.transport')
  const data = isApiError(error)
    ? (error.data as { path?: unknown; reason?: unknown } | undefined)
    : undefined
  const reason = REASONS.find((one) => one === data?.reason)
  if (reason) return t(`operator.refusal.${reason}`)
  return typeof data?.path === 'string' && data.path !== '' ? `${text} (${data.path})` : text
}

/** Whether the change was only proposed. */
const isProposed = (answer: unknown): boolean =>
  typeof answer === 'object' && answer !== null && 'proposed' in answer && answer.proposed !== null

/** Makes a change, reports it (or that it waits for a second operator), and reads all operator data again. */
export const useOperation = (address: Address, onDone: () => void = () => undefined) => {
  const t = useT()
  const client = useQueryClient()
  const { mutate, isPending } = useMutation({
    mutationFn: (operation: Operation) => operate(operation),
    onSuccess: async (answer) => {
      await client.invalidateQueries({ queryKey: operatorKey(address) })
      toast.success(t(isProposed(answer) ? 'operator.waits' : 'operator.done'))
      onDone()
    },
    meta: { errorText: (error) => problemText(t, error) },
  })
  return { run: mutate, busy: isPending }
}
