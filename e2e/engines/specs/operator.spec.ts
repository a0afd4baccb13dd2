import { operatorKey } from '../../fixtures/operator-key.ts'
import { OPERATOR_FORMS, Operator } from '../../pages/operator.ts'
import { expect, test } from '../test.ts'

test('an operator opens every form: what it shows is in the window', async ({ app, product, remote, t }) => {
  const { burner, connect } = app
  await app.open('/')
  await remote.evaluate(
    `localStorage.setItem('burner', '${operatorKey(product.dataDirectory, 'operator1')}')`,
  )
  await app.open('/')
  await connect.open()
  await connect.choose(burner.name)
  await burner.accept('connect')
  await app.expectToast(t('wallet.signIn.done'))
  const operator = new Operator(app)
  await operator.open()
  // So that there is a notice, and a line in the log.
  await operator.publish({ title: '维护', text: '周三 02:00–03:00（UTC）维护。' })
  for (const { view, heading, which } of OPERATOR_FORMS) {
    await operator.view(view)
    await operator.openForm(heading, which)
    await remote.watchSheet()
    await operator.closeForm()
  }
  const faults = [...remote.sheets].filter(([, found]) => found.size > 0)
  expect(Object.fromEntries(faults.map(([title, found]) => [title, [...found]]))).toEqual({})
  expect(remote.complaints).toEqual([])
})
