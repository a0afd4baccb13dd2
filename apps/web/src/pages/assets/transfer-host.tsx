import type { VaultIndex } from '@dr/protocol/token-table'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Address } from 'viem'
import { userMoneyQuery } from '../../api/queries/user-money.ts'
import { lazyPart } from '../../ui/layout/lazy-part.tsx'
import { PartFailed } from '../../ui/layout/part-failed.tsx'
import { lazySheet } from '../../ui/sheet/lazy-sheet.tsx'

const TransferSheet = lazySheet(() =>
  import('../../features/transfer/transfer-sheet.tsx').then((module) => module.TransferSheet),
)
const TransferSetUp = lazyPart(
  () => import('../../features/security/set-up.tsx').then((module) => module.TransferSetUp),
  (retry) => <PartFailed onRetry={retry} />,
)

type TransferHostProps = {
  readonly address: Address
  /** Account to transfer from; null: the sheet is closed. */
  readonly vault: VaultIndex | null
  readonly onVault: (vault: VaultIndex | null) => void
}

/** Transfer sheet, with the missing settings first for a user without a payment password. */
export const TransferHost = ({ address, vault, onVault }: TransferHostProps) => {
  const [last, setLast] = useState(vault)
  const { data } = useQuery(userMoneyQuery(address))
  if (vault !== null && vault !== last) setLast(vault)
  return last === null || data === undefined ? null : (
    <TransferSheet
      key={last}
      address={address}
      vault={last}
      balances={data.balances.filter((balance) => balance.account === last)}
      open={vault !== null}
      onOpenChange={(open) => onVault(open ? last : null)}
      setUp={<TransferSetUp address={address} />}
    />
  )
}
