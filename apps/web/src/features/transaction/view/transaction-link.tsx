import { ExplorerLink } from '../../../chain/explorer-link.tsx'
import { Icon } from '../../../ui/pictures/icons.tsx'
import { Address } from '../../../ui/text/address.tsx'

/** A transaction's hash to copy, and its link to a block explorer. */
export const TransactionLink = ({ hash }: { readonly hash: string }) => (
  <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
    <Address address={hash} />
    <ExplorerLink tx={hash} className="tap inline-flex items-center gap-1 text-gold">
      <Icon name="external" size={14} />
    </ExplorerLink>
  </span>
)
