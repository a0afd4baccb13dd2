import { useQuery } from '@tanstack/react-query'
import { type Address, getAddress } from 'viem'
import { isUnlimited } from '../../chain/calls/approval.rules.ts'
import { allowancesQuery } from '../../chain/queries/allowances.ts'
import type { OpenAllowance, Spender } from '../../chain/reads/read-allowances.ts'
import type { Translate } from '../../i18n/translate.ts'
import { useT } from '../../i18n/use-t.ts'
import { Amount } from '../../ui/amounts/amount.tsx'
import { Button } from '../../ui/form/button.tsx'
import { Address as AddressText } from '../../ui/text/address.tsx'
import { openTransaction, walletRequests } from '../transaction/intents.ts'

/** Active approvals, each with a button that revokes it. */
export const Allowances = ({ address }: { readonly address: Address }) => {
  const t = useT()
  const allowances = useQuery(allowancesQuery(address))
  return (
    <section>
      <h3 className="text-16 font-semibold">{t('wallet.allowances.title')}</h3>
      <p className="text-12 text-t2">{t('wallet.allowances.lead')}</p>
      {allowances.isError ? <p className="py-3 text-14 text-t2">{t('wallet.sheet.unavailable')}</p> : null}
      {allowances.data?.length === 0 ? (
        <p className="py-3 text-14 text-t2">{t('wallet.allowances.none')}</p>
      ) : null}
      <ul>
        {allowances.data?.map((allowance) => (
          <AllowanceRow key={`${allowance.contract}${allowance.token}`} allowance={allowance} />
        ))}
      </ul>
    </section>
  )
}

const spenderName = (t: Translate, contract: Spender): string => {
  switch (contract) {
    case 'vault0':
      return t('platform.address.vault', { index: 0 })
    case 'vault1':
      return t('platform.address.vault', { index: 1 })
    case 'vault2':
      return t('platform.address.vault', { index: 2 })
    default:
      return t(`platform.address.${contract}`)
  }
}

const AllowanceRow = ({ allowance }: { readonly allowance: OpenAllowance }) => {
  const t = useT()
  const { token, contract, spender, amount } = allowance
  const revoke = (): void => {
    const request = walletRequests.current()
    if (request) walletRequests.close(request, null)
    void openTransaction({ kind: 'revokeApproval', token, spender })
  }
  return (
    <li className="flex items-center justify-between gap-3 border-line py-3 text-14 not-first:border-t">
      <div className="min-w-0">
        <p className="font-semibold">
          {isUnlimited(amount) ? (
            t('wallet.allowances.max', { token })
          ) : (
            <Amount value={amount} token={token} size="sm" />
          )}
        </p>
        <div className="flex flex-wrap items-center gap-x-2 text-12 text-t2">
          {spenderName(t, contract)}
          <AddressText address={getAddress(spender)} keep={4} />
        </div>
      </div>
      <Button size="sm" onClick={revoke}>
        {t('wallet.allowances.revoke')}
      </Button>
    </li>
  )
}
