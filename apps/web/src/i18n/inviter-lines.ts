import { isInviter } from '../api/invite/kept-inviter.ts'
import { shortenAddress } from '../ui/text/format.ts'
import type { Translate } from './translate.ts'

type Named = {
  readonly data:
    | { readonly inviter: { readonly address: string; readonly inviteCode: string } | null }
    | undefined
  readonly isError: boolean
}

/**
 * The inviter's code and, below it, the address, as the server gives them; until then what the user or the
 * link named.
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
