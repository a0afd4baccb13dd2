import { useState } from 'react'

/**
 * Item of a list that a sheet shows: in its current state, so that an open sheet follows changes, or as it
 * was opened if the list no longer has it. Null: none was opened yet; it stays while its sheet closes.
 */
export const useShownItem = <Item>(items: readonly Item[], keyOf: (item: Item) => string | number) => {
  const [chosen, setChosen] = useState<{ readonly item: Item; readonly open: boolean } | null>(null)
  const shown = chosen && {
    item: items.find((item) => keyOf(item) === keyOf(chosen.item)) ?? chosen.item,
    control: { open: chosen.open, onOpenChange: (open: boolean) => setChosen({ ...chosen, open }) },
  }
  return [shown, (item: Item) => setChosen({ item, open: true })] as const
}
