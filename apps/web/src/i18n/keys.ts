import type texts from './catalogs/zh-CN.json'

type KeysOf<Section> = Section extends unknown ? keyof Section : never
type Sections = Omit<typeof texts, 'document' | 'old-browser'>

/**
 * Every message id, derived from the zh-CN catalog; `catalogs.test.ts` compares the other languages with it.
 */
export type MessageKey = KeysOf<Sections[keyof Sections]>
