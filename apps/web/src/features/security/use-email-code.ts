import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Address } from 'viem'
import { callApi } from '../../api/client.ts'
import { securityQuery } from '../../api/queries/security.ts'
import { securityText } from '../../i18n/security-text.ts'
import { translate } from '../../i18n/translate.ts'
import { useLocale } from '../../i18n/use-t.ts'
import { serverNow } from '../../ui/clock.ts'
import { useSecondsUntil } from '../../ui/use-seconds-until.ts'

/** Purpose of a code; an unbound e-mail is named. */
export type CodeFor =
  | { readonly purpose: 'bind-email'; readonly email: string }
  | { readonly purpose: 'payment-password' }

/** Sends codes; the server's countdown between them survives the sheet and the page. */
export const useEmailCode = (address: Address) => {
  const client = useQueryClient()
  const locale = useLocale()
  const { data: state } = useQuery(securityQuery(address))
  const next = state?.nextCodeAt ?? null
  const seconds = useSecondsUntil(next === null ? null : Date.parse(next), serverNow)
  const send = useMutation({
    mutationFn: (wanted: CodeFor) => callApi('emailCode', { request: { ...wanted, locale } }),
    meta: { errorText: (error) => securityText(error) ?? translate('error.transport') },
    // After success or failure the server knows how many codes are left.
    onSettled: () => client.invalidateQueries({ queryKey: securityQuery(address).queryKey }),
  })
  return { send, secondsLeft: seconds, codesLeft: state?.codesLeft ?? null }
}
