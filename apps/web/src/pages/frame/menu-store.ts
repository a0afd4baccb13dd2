/** Asks the shell to open the header menu; the shell listens while it is mounted. */
let open: (() => void) | null = null

export const openMenu = (): void => open?.()

export const onOpenMenu = (listener: () => void): (() => void) => {
  open = listener
  return () => {
    open = null
  }
}
