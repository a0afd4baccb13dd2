import { formatExportedProof } from '@dr/protocol/roots/exported-proof'
import { useQuery } from '@tanstack/react-query'
import { getAddress } from 'viem'
import { configQuery } from '../../api/queries/public.ts'
import type { ExitReading } from '../../chain/reads/read-exit.ts'
import { useT } from '../../i18n/use-t.ts'
import { download } from '../../ui/download.ts'
import { Button } from '../../ui/form/button.tsx'
import { Card, CardHeader } from '../../ui/layout/card.tsx'
import { Icon } from '../../ui/pictures/icons.tsx'
import { useCopy } from '../../ui/text/use-copy.ts'

/** Files that work when this site is gone, and what the exit page asks for. */
export const KeepCard = ({ reading: { proof, report } }: { readonly reading: ExitReading }) => {
  const t = useT()
  return (
    <Card className="flex flex-col gap-3">
      <div>
        <CardHeader title={t('exit.keep.title')} />
        <p className="mt-1 text-14 text-t2">{t('exit.keep.text')}</p>
      </div>
      <div className="flex flex-wrap gap-2">
        <a
          href="/exit.html"
          target="_blank"
          rel="noreferrer"
          className="grid min-h-12 flex-1 place-items-center rounded-16 bg-s3 px-4 text-center text-16 leading-tight font-semibold text-t1"
        >
          {t('exit.page')}
        </a>
        {proof === null ? null : (
          <Button
            className="flex-1"
            onClick={() =>
              download({
                name: `digital-rights-proof-${proof.epoch}-${report.account}.json`,
                type: 'application/json',
                text: formatExportedProof(proof),
              })
            }
          >
            {t('exit.export')}
          </Button>
        )}
      </div>
      <Asked />
    </Card>
  )
}

/** Registry and endpoint, in full: an address that is shortened cannot be compared. */
const Asked = () => {
  const t = useT()
  const { data } = useQuery(configQuery())
  const [rpcUrl] = data?.chain.rpcUrls ?? []
  if (data === undefined || rpcUrl === undefined) return null
  return (
    <div className="border-t border-line pt-3 text-14">
      <p className="text-t2">{t('exit.keep.asks')}</p>
      <dl className="mt-2 flex flex-col gap-2">
        <Copied label={t('exit.keep.registry')} text={getAddress(data.contracts.RootRegistry)} />
        <Copied label={t('exit.keep.rpc')} text={rpcUrl} />
      </dl>
    </div>
  )
}

const Copied = ({ label, text }: { readonly label: string; readonly text: string }) => {
  const t = useT()
  const copy = useCopy()
  return (
    <div>
      <dt className="text-12 text-t2">{label}</dt>
      <dd className="flex items-center gap-2">
        <span className="num min-w-0 flex-1 break-all" translate="no">
          {text}
        </span>
        <button
          type="button"
          className="tap grid size-8 shrink-0 place-items-center rounded-8 text-t2"
          aria-label={`${t('common.copy')}: ${label}`}
          onClick={() => copy(text)}
        >
          <Icon name="copy" size={16} />
        </button>
      </dd>
    </div>
  )
}
