import { readFile } from 'node:fs/promises'
import { parse } from 'yaml'
import * as z from 'zod'

const texts = z.record(z.string(), z.string())
const rule = z.strictObject({
  alert: z.string(),
  expr: z.string(),
  for: z.string().optional(),
  keep_firing_for: z.string().optional(),
  labels: texts,
  annotations: texts,
})
const document = z.strictObject({
  groups: z.array(z.strictObject({ name: z.string(), rules: z.array(rule) })),
})

export type Rule = z.output<typeof rule>

/** The alarms of `rules.yml`, in its order. */
export const readRules = async (): Promise<readonly Rule[]> => {
  const text = await readFile(new URL('rules.yml', import.meta.url), 'utf8')
  return document.parse(parse(text)).groups.flatMap(({ rules }) => rules)
}
