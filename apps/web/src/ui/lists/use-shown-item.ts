import { useState } from 'react'

/**
 * Which of a list's items a sheet shows: as the list has it now, so that an open sheet follows what changes,
 * and as it was opened once the list no longer has it. Null: none was opened yet; a closed one stays while
 * its sheet goes.
 */
export const useShownItem = <Item>(items: readonly Item[], keyOf: (item: Item) => string | number) => {
  const [chosen, setChosen] = useState<{ readonly item: Item; readonly open: boolean } | null>(null)
  const shown = chosen && {
    item: items.find((item) => keyOf(item) === keyOf(chosen.item)) ?? chosen.item,
    control: { open: chosen.open, onOpenChange: (open: boolean) => setChosen({ ...chosen, open }) },
  }
  return [shown, (item: Item) => setChosen({ item, open: true })] as const
}
