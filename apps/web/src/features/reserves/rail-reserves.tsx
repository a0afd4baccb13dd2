import { useQuery } from '@tanstack/react-query'
import { overviewQuery } from '../../api/queries/public.ts'
import { isCovered } from '../../api/reserves.ts'
import { useT } from '../../i18n/use-t.ts'
import { day } from '../../ui/text/moment.ts'

/** Whether all vaults hold what is owed, at the rail's foot; nothing until known. Opens the books. */
export const RailReserves = ({ onOpen }: { readonly onOpen: () => void }) => {
  const t = useT()
  const { data } = useQuery(overviewQuery())
  if (data === undefined) return null
  const covered = data.reserves.every(isCovered)
  return (
    <button
      type="button"
      onClick={onOpen}
      className="w-full rounded-16 border border-line bg-s1 p-3 text-left text-12 text-t2"
    >
      <b className={`block text-14 ${covered ? 'text-in' : 'text-out'}`}>
        {t(covered ? 'welcome.funded' : 'welcome.notFunded')}
      </b>
      <span className="num block">{t('shell.checked', { date: day(data.clock.timestamp) })}</span>
    </button>
  )
}
