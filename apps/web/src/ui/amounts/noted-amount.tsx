import { Amount, type AmountProps } from './amount.tsx'

/** An amount with a short note below it, such as its worth. */
export const NotedAmount = ({ note, ...amount }: AmountProps & { readonly note: string | null }) => (
  <>
    <Amount size="sm" {...amount} />
    {note === null ? null : <span className="block text-12 text-t2">{note}</span>}
  </>
)
