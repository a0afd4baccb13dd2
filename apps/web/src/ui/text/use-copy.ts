import { toast } from '../status/toast.ts'
import { throttle } from '../throttle.ts'
import { copyText } from './copy.ts'
import { useUiTexts } from './texts.tsx'

/** One toast for a double tap. */
const once = throttle((work: () => void) => work())

/** Copies and says whether it worked. */
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
