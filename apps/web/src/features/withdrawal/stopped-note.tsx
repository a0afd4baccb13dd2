import type { VaultIndex } from '@dr/protocol/token-table'
import { useT } from '../../i18n/use-t.ts'
import { Button } from '../../ui/form/button.tsx'
import { Banner } from '../../ui/layout/banner.tsx'
import type { WithdrawalStop } from './use-stop-of.ts'

type StoppedNoteProps = {
  /**
   * reserve: the vault holds less than is owed from it; operator: stopped by hand (both 1017). The others are
   * the contract's own state.
   */
  readonly reason: WithdrawalStop['reason']
  /** What the operator says of it. */
  readonly why?: string | undefined
  readonly vault: VaultIndex
  readonly token: string
  readonly onBooks: () => void
}

/** Which vault pays nothing now and why, what is not lost, and where to look it up. */
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
