import { useT } from '../../i18n/use-t.ts'
import { Button } from '../../ui/form/button.tsx'
import { EmptyState } from '../../ui/status/empty-state.tsx'

type TransferUnknownProps = { readonly onRecords: () => void }

/** A transfer was sent and no answer came: the user is asked to check the records before a retry. */
export const TransferUnknown = ({ onRecords }: TransferUnknownProps) => {
  const t = useT()
  return (
    <div role="alert">
      <EmptyState
        icon="alert"
        title={t('transfer.unknown')}
        detail={t('transfer.unknown.note')}
        action={
          <Button variant="primary" onClick={onRecords}>
            {t('transfer.unknown.records')}
          </Button>
        }
      />
    </div>
  )
}
