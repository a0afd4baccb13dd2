import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

const source = fileURLToPath(new URL('../../', import.meta.url))

/** Files that render a sheet, with the names in them. */
const files = readdirSync(source, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.tsx'))
  .map((file) => ({
    file,
    sheets: readFileSync(join(source, file), 'utf8')
      .split(/<Sheet(?=\s)/)
      .slice(1),
  }))
  .filter(({ sheets }) => sheets.length > 0)
const nameOf = (file: string): string => basename(file, '.tsx').replace(/-sheet$/, '')

describe('the names of the sheets', () => {
  it('are those of the files that render them: the tests in three engines know by them what was open', () => {
    expect(files.length).toBeGreaterThan(40)
    for (const { file, sheets } of files)
      for (const props of sheets) expect(/^\s+name="([^"]+)"/.exec(props)?.[1], file).toBe(nameOf(file))
  })

  it('name one file each', () => {
    const names = files.map(({ file }) => nameOf(file))
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([])
  })

  it('are all in files of which the name is read: no other component of that name, no dialog beside them', () => {
    const others = readdirSync(source, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.tsx'))
      .filter((file) => readFileSync(join(source, file), 'utf8').includes('<dialog'))
    expect(others.sort()).toEqual(['ui/sheet/sheet.tsx', 'ui/status/load-failed.tsx'])
  })
})
