import type { Translate } from '../../i18n/translate.ts'
import { shortenAddress } from '../../ui/text/format.ts'
import { isInviter } from './kept-inviter.ts'

type Named = {
  readonly data:
    | { readonly inviter: { readonly address: string; readonly inviteCode: string } | null }
    | undefined
  readonly isError: boolean
}

/**
 * Lines with the inviter's code and address from the server; before its answer, the name from the user or
 * the link.
 */
export const inviterLines = (
  t: Translate,
  name: string,
  { data, isError }: Named,
): { readonly shown: string; readonly detail: string | undefined } =>
  data?.inviter
    ? { shown: data.inviter.inviteCode, detail: shortenAddress(data.inviter.address) }
    : {
        shown: shortenAddress(name),
        detail: isError ? t('home.inviter.unchecked') : isInviter(name.trim()) ? '' : undefined,
      }
