/** Downloads a text as a file. */
export const download = ({
  name,
  type,
  text,
}: {
  readonly name: string
  readonly type: string
  readonly text: string
}): void => {
  const url = URL.createObjectURL(new Blob([text], { type }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // Safari starts the download after the click has returned.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
