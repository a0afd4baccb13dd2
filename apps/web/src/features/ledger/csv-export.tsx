import { useEffect, useRef, useState } from 'react'
import type { FundFlowFilter } from '../../api/queries/ledger.ts'
import type { Address } from '../../api/session.ts'
import { errorText } from '../../i18n/error-text.ts'
import { useT } from '../../i18n/use-t.ts'
import { Button } from '../../ui/button.tsx'
import { toast } from '../../ui/toast.ts'
import { downloadText, toCsv } from './csv.ts'
import { fetchAllFundFlows } from './fetch-all.ts'

type CsvExportProps = { readonly address: Address; readonly filter: FundFlowFilter }

/** Exports everything the filter lets through, says how far it is, and can be stopped. */
export function CsvExport({ address, filter }: CsvExportProps) {
  const t = useT()
  const [count, setCount] = useState<number | null>(null)
  const running = useRef<AbortController | null>(null)
  useEffect(() => () => running.current?.abort(), [])

  const start = async (): Promise<void> => {
    const control = new AbortController()
    running.current = control
    setCount(0)
    try {
      const flows = await fetchAllFundFlows(filter, { signal: control.signal, onProgress: setCount })
      downloadText(`ledger-${address}.csv`, toCsv(flows))
      toast.success(t('ledger.csvDone', { count: flows.length }))
    } catch (error) {
      if (control.signal.aborted) toast.plain(t('ledger.csvStopped'))
      else toast.error(errorText(error) ?? t('error.transport'))
    } finally {
      running.current = null
      setCount(null)
    }
  }

  if (count === null) return <Button onClick={() => void start()}>{t('ledger.csv')}</Button>
  return (
    <div className="flex items-center gap-3 rounded-16 bg-s2 py-1.5 pr-1.5 pl-4">
      <p role="status" className="num min-w-0 flex-1 text-14 text-t2">
        {t('ledger.csvReading', { count })}
      </p>
      <Button size="sm" variant="ghost" onClick={() => running.current?.abort()}>
        {t('ledger.csvStop')}
      </Button>
    </div>
  )
}
