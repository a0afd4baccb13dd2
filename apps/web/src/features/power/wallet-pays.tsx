import { useSolution } from '../../chain/queries/use-solution.ts'
import type { Solution } from '../../chain/shortage.rules.ts'
import { useT } from '../../i18n/use-t.ts'
import { Banner } from '../../ui/banner.tsx'
import type { Purchase } from './purchase.ts'

/** How the connected wallet can pay the purchase. */
export function usePodSolution({ drAmount, usdrAmount }: Purchase): Solution | null {
  const needs = { DR: drAmount, USDR: usdrAmount }
  return useSolution({ needs, calls: [{ kind: 'pod', contract: 'DigitalRights', takes: needs }] })
}

/** What the wallet lacks is got out of its USDT in the same plan: said before the button is pressed. */
export function WalletPays({ solution }: { readonly solution: Solution | null }) {
  const t = useT()
  if (solution === null || solution.steps.length === 0) return null
  const tokens = solution.steps.map(({ output }) => output).join(t('tx.listComma'))
  return (
    <Banner tone="off" icon="info" live>
      {t('tx.short.solved', { tokens })}
    </Banner>
  )
}
