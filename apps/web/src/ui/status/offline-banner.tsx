import { Banner } from '../layout/banner.tsx'
import { useOnline } from './use-online.ts'

/** Banner while offline: the screen shows the last known state. */
export const OfflineBanner = ({ text }: { readonly text: string }) => {
  const online = useOnline()
  return online ? null : (
    <div className="px-4 pb-2">
      <Banner tone="out" icon="offline" live>
        {text}
      </Banner>
    </div>
  )
}
