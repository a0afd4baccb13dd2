import { expect, it } from 'vitest'
import type { Translate } from '../../i18n/translate.ts'
import { sourceText } from './source.ts'

const t: Translate = (key, values) => `${key} ${JSON.stringify(values)}`

it('income comes from the package’s budget, principal from the user’s own deposit', () => {
  const source = { kind: 'package', packageId: '2', positionId: '41', fundedBy: [] } as const
  expect(sourceText(t, { kind: 'package.income', source })).toBe(
    'ledger.source.package {"package":"2","position":"41"}',
  )
  expect(sourceText(t, { kind: 'package.mature', source })).toBe('ledger.source.principal {"position":"41"}')
})
