import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { bareTexts } from './bare-texts.ts'
import { filesBelow } from './source-layout.ts'

const ROOT = fileURLToPath(new URL('../../apps/web/src/', import.meta.url))

it('no component of the app breaks where a browser translates the page', () => {
  const names = filesBelow(ROOT).filter((name) => /(?<!\.test)\.tsx$/.test(name))
  expect(names.length).toBeGreaterThan(200)
  const found = names.map((name) => ({ name, texts: bareTexts(readFileSync(`${ROOT}${name}`, 'utf8')) }))
  // A dot is no letter, so a translator leaves it.
  const own = ({ name, texts }: { name: string; texts: readonly string[] }): boolean =>
    texts.length > 0 && name !== 'ui/layout/parts.tsx'
  expect(found.filter(own)).toEqual([])
})

it.each([
  ['const Row = () => <p>{late ? t("late") : null}<b>1</b></p>', ['{late ? t("late") : null}']],
  ['const Row = () => <p>{late && t("late")}<b>1</b></p>', ['{late && t("late")}']],
  [
    'const Row = () => <td><Label />{net === null ? "—" : <Amount />}</td>',
    ['{net === null ? "—" : <Amount />}'],
  ],
  ['const Row = () => <p>{busy ? <Spinner /> : null}{t("wait")}</p>', ['{busy ? <Spinner /> : null}']],
  ['const Held = () => { if (!data) return "…"; return <Amount /> }', ['Held']],
  ['const Power = () => <>{formatPower(power)}</>', ['Power']],
  ['const Row = () => <p>{t(late ? "late" : "early")}<b>1</b></p>', []],
  ['const Row = () => <p>{late ? <span>{a}</span> : null}<b>1</b></p>', []],
  ['const Row = () => <p>{late ? t("late") : null}</p>', []],
  ['const Row = () => <Parts>{late ? t("late") : null}<b>1</b></Parts>', []],
  ['const rowText = () => { return t("late") }', []],
])('%s has %j', (source, texts) => {
  expect(bareTexts(source)).toEqual(texts)
})
