type Child = Node | string | null
type Props = Readonly<Record<string, string | boolean | ((event: Event) => void)>>

/** Creates an element: `on…` properties listen, the others are attributes (true: empty, false: left out). */
export const element = <Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  props: Props = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[Tag] => {
  const made = document.createElement(tag)
  for (const [name, value] of Object.entries(props)) {
    if (typeof value === 'function') made.addEventListener(name.slice(2), value)
    else if (value !== false) made.setAttribute(name, value === true ? '' : value)
  }
  made.append(...children.filter((child) => child !== null))
  return made
}

const KINDS = {
  input: HTMLInputElement,
  textarea: HTMLTextAreaElement,
  button: HTMLButtonElement,
  select: HTMLSelectElement,
  form: HTMLFormElement,
  div: HTMLDivElement,
  p: HTMLParagraphElement,
} as const

/** An element of the page by its id, which page.html has. */
export const byId = <Kind extends keyof typeof KINDS>(
  kind: Kind,
  id: string,
): InstanceType<(typeof KINDS)[Kind]> => {
  const found = document.getElementById(id)
  if (!(found instanceof KINDS[kind])) throw new Error(`the page has no ${kind} ${id}`)
  return found as InstanceType<(typeof KINDS)[Kind]>
}
