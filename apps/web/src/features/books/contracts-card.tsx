import { PRICED_TOKENS, startingWith, TOKENS } from '@dr/protocol/tokens'
import { useQuery } from '@tanstack/react-query'
import type { Config } from '../../api/config.ts'
import { configQuery } from '../../api/queries/public.ts'
import { ExplorerLink } from '../../chain/explorer-link.tsx'
import type { Translate } from '../../i18n/translate.ts'
import { useT } from '../../i18n/use-t.ts'
import { Card, CardHeader } from '../../ui/layout/card.tsx'
import { Async } from '../../ui/status/async.tsx'
import { SkeletonRows } from '../../ui/status/skeleton.tsx'
import { Address } from '../../ui/text/address.tsx'

const NAMED = [
  'DigitalRights',
  'Exchange',
  'Funding',
  'ResultRegistry',
  'RootRegistry',
  'DigitDraw',
  'Emission',
  'PriceOracle',
  'timelock',
  'treasury',
] as const

/** Every contract by name, with its address to copy or look up. */
const contractLines = (t: Translate, { contracts }: Config): readonly (readonly [string, string])[] => [
  ...contracts.withdrawalVaults.map((address, index) => {
    const account = t(`assets.account.${(['0', '1', '2'] as const)[index] ?? '0'}`)
    return [t('platform.vault', { index, account }), address] as const
  }),
  ...NAMED.map((name) => [t(`platform.address.${name}`), contracts[name]] as const),
  ...startingWith(TOKENS, ...PRICED_TOKENS).map((token) => [token, contracts[token]] as const),
  ...PRICED_TOKENS.map((token) => [t('platform.address.pair', { token }), contracts.pairs[token]] as const),
]

export const ContractsCard = () => {
  const t = useT()
  const query = useQuery(configQuery())
  const chain = query.data?.chain
  return (
    <Card>
      <CardHeader
        title={t('platform.contracts')}
        aside={chain === undefined ? null : `${chain.name} · ${chain.chainId}`}
      />
      <Async query={query} skeleton={<SkeletonRows count={5} label={t('message.loading')} />}>
        {(config) => (
          <ul className="mt-2">
            {contractLines(t, config).map(([label, address]) => (
              <li key={label} className="border-line py-2 not-first:border-t">
                <p className="text-12 text-t2">{label}</p>
                <div className="flex flex-wrap items-center justify-between gap-2 text-14">
                  <Address address={address} icon />
                  <ExplorerLink address={address} className="tap text-12 text-gold" />
                </div>
              </li>
            ))}
          </ul>
        )}
      </Async>
    </Card>
  )
}
