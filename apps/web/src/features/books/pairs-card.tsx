import { PRICED_TOKENS } from '@dr/protocol/tokens'
import { useQuery } from '@tanstack/react-query'
import { configQuery } from '../../api/queries/public.ts'
import { useT } from '../../i18n/use-t.ts'
import { Card, CardHeader } from '../../ui/layout/card.tsx'
import { Async } from '../../ui/status/async.tsx'
import { SkeletonRows } from '../../ui/status/skeleton.tsx'
import { Address } from '../../ui/text/address.tsx'

/** Public pairs that determine the prices; anyone may trade there without this app. */
export const PairsCard = () => {
  const t = useT()
  const query = useQuery(configQuery())
  return (
    <Card>
      <CardHeader title={t('exchange.pair')} aside={query.data?.chain.name} />
      <Async query={query} skeleton={<SkeletonRows count={2} label={t('message.loading')} />}>
        {({ contracts }) => (
          <ul className="mt-1">
            {PRICED_TOKENS.map((token) => (
              <li key={token} className="border-line py-2 text-14 not-first:border-t">
                <p className="text-12 text-t2">{t('platform.address.pair', { token })}</p>
                <Address address={contracts.pairs[token]} icon />
              </li>
            ))}
          </ul>
        )}
      </Async>
    </Card>
  )
}
