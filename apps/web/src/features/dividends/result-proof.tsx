import { useMutation } from '@tanstack/react-query'
import type { ResultKind } from '../../chain/reads/check-result.ts'
import { useT } from '../../i18n/use-t.ts'
import { Button } from '../../ui/form/button.tsx'
import { Banner } from '../../ui/layout/banner.tsx'
import { Receipt } from '../../ui/lists/receipt.tsx'
import { Address } from '../../ui/text/address.tsx'

type Verdict = 'holds' | 'differs' | 'notPosted'
type Published = { readonly file: string; readonly hash: string; readonly txHash: string | null }

type ResultProofProps = {
  /** Series of weeks, which names the posted hash. */
  readonly kind: ResultKind
  readonly week: number
  readonly result: Published | null
}

/** Published result with its file and hash, and a check of both against the chain by this device alone. */
export const ResultProof = ({ kind, week, result }: ResultProofProps) => {
  const t = useT()
  if (result === null) return <p className="text-14 text-t2">{t('dividend.result.notYet')}</p>
  return (
    <section className="flex flex-col gap-2">
      <h3 className="text-16 font-semibold">{t('dividend.result')}</h3>
      <Receipt
        rows={[
          {
            label: t('dividend.result.file'),
            value: (
              <a
                className="tap text-gold underline underline-offset-4"
                href={result.file}
                target="_blank"
                rel="noreferrer"
              >
                {result.file.split('/').at(-1)}
              </a>
            ),
          },
          { label: t('dividend.result.hash'), value: <Address address={result.hash} /> },
          {
            label: t('dividend.result.tx'),
            value:
              result.txHash === null ? t('dividend.result.posting') : <Address address={result.txHash} />,
          },
        ]}
      />
      <Check key={result.txHash} kind={kind} week={week} result={result} />
      <p className="text-12 text-t2">{t('dividend.result.recompute', { week })}</p>
    </section>
  )
}

type CheckProps = Omit<ResultProofProps, 'result'> & { readonly result: Published }

/** Button that checks the result. Its verdict is reset once the hash is on the chain. */
const Check = ({ kind, week, result }: CheckProps) => {
  const t = useT()
  const check = useMutation({
    mutationFn: async ({ file, hash }: Published): Promise<Verdict> => {
      const { checkResult } = await import('../../chain/reads/check-result.ts')
      const { fileHash, chainHash } = await checkResult({ kind, file, week })
      if (fileHash !== hash || (chainHash !== null && chainHash !== hash)) return 'differs'
      return chainHash === null ? 'notPosted' : 'holds'
    },
  })
  return (
    <>
      <Button busy={check.isPending} onClick={() => check.mutate(result)}>
        {t('dividend.result.check')}
      </Button>
      <div aria-live="polite">
        {check.error ? (
          <Banner tone="off" icon="alert">
            {t('dividend.result.unread')}
          </Banner>
        ) : check.data ? (
          <Banner
            tone={check.data === 'differs' ? 'out' : 'in'}
            icon={check.data === 'differs' ? 'alert' : 'shield'}
          >
            {t(`dividend.result.${check.data}`)}
          </Banner>
        ) : null}
      </div>
    </>
  )
}
