import { copyText } from './copy.ts'
import { useUiTexts } from './texts.tsx'
import { toast } from './toast.ts'

/** Copies and says whether it worked. */
export function useCopy(): (text: string) => void {
  const texts = useUiTexts()
  return (text) => {
    void copyText(text).then((done) => (done ? toast.success(texts.copied) : toast.error(texts.copyFailed)))
  }
}
