import { useEffect, useRef, useState } from 'react'
import { fetchAll, type ReadPage } from '../../api/fetch-all.ts'
import { errorText } from '../../i18n/error-text.ts'
import { useT } from '../../i18n/use-t.ts'
import { Button } from '../../ui/form/button.tsx'
import { toast } from '../../ui/status/toast.ts'
import { downloadCsv } from './csv-text.ts'

type CsvExportProps<Item> = {
  /** File name without extension. */
  readonly name: string
  readonly read: ReadPage<Item>
  readonly toCsv: (items: readonly Item[]) => string
  /** The list is loading: the button appears together with it, so that it does not move. */
  readonly waiting: boolean
}

/** Exports a whole list, shows the progress, and can be stopped. */
export const CsvExport = <Item,>({ name, read, toCsv, waiting }: CsvExportProps<Item>) => {
  const t = useT()
  const [count, setCount] = useState<number | null>(null)
  const running = useRef<AbortController | null>(null)
  useEffect(() => () => running.current?.abort(), [])

  const start = async (): Promise<void> => {
    const control = new AbortController()
    running.current = control
    setCount(0)
    try {
      const items = await fetchAll(read, { signal: control.signal, onProgress: setCount })
      downloadCsv(`${name}.csv`, toCsv(items))
      toast.success(t('ledger.csvDone', { count: items.length }))
    } catch (error) {
      if (control.signal.aborted) toast.plain(t('ledger.csvStopped'))
      else toast.error(errorText(error) ?? t('error.transport'))
    } finally {
      running.current = null
      setCount(null)
    }
  }

  if (count === null) return waiting ? null : <Button onClick={() => void start()}>{t('ledger.csv')}</Button>
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
