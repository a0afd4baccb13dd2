import type { VaultIndex } from '@dr/protocol/token-table'
import { useT } from '../../i18n/use-t.ts'
import { Button } from '../../ui/form/button.tsx'
import { Banner } from '../../ui/layout/banner.tsx'
import type { WithdrawalStop } from './use-stop-of.ts'

type StoppedNoteProps = {
  /**
   * reserve: the vault holds less than it owes; operator: stopped manually (both 1017). The others are
   * states of the contract.
   */
  readonly reason: WithdrawalStop['reason']
  /** Reason given by the operator. */
  readonly why?: string | undefined
  readonly vault: VaultIndex
  readonly token: string
  readonly onBooks: () => void
}

/** Warning about a vault that does not pay now: the reason, what is not lost, and a link to the books. */
export const StoppedNote = ({ reason, why, vault, token, onBooks }: StoppedNoteProps) => {
  const t = useT()
  const name = t('platform.vault', { index: vault, account: t(`assets.account.${vault}`) })
  return (
    <Banner tone="out" icon="alert" live>
      <p className="font-semibold">{t('withdrawal.stopped.title', { vault: name, token })}</p>
      <p>{t(`withdrawal.stopped.${reason}`)}</p>
      {why ? <p className="break-words">{why}</p> : null}
      <p className="text-t2">{t('withdrawal.stopped.kept')}</p>
      <Button size="sm" className="mt-2" onClick={onBooks}>
        {t('withdrawal.stopped.books')}
      </Button>
    </Banner>
  )
}
