import { toast } from '../status/toast.ts'
import { throttle } from '../throttle.ts'
import { useUiTexts } from './texts.tsx'

/** Copies text to the clipboard; false if the browser refuses (embedded views often do). */
const copyText = async (text: string): Promise<boolean> => {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return copyBySelection(text)
  }
}

/** Fallback for wallets' browsers without clipboard permission. */
const copyBySelection = (text: string): boolean => {
  const area = document.createElement('textarea')
  area.value = text
  area.setAttribute('readonly', '')
  area.style.position = 'fixed'
  area.style.opacity = '0'
  document.body.append(area)
  area.select()
  const done = document.execCommand('copy')
  area.remove()
  return done
}

/** One toast for a double tap. */
const once = throttle((work: () => void) => work())

/** Copies and reports the result. */
export const useCopy = (): ((text: string) => void) => {
  const texts = useUiTexts()
  return (text) => {
    once(
      () =>
        void copyText(text).then((done) =>
          done ? toast.success(texts.copied) : toast.error(texts.copyFailed),
        ),
    )
  }
}
