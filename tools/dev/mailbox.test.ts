import { expect, test } from 'vitest'
import { createMailbox } from './mailbox.ts'

test('each address finds its own letters, the newest first; the oldest are forgotten', async () => {
  let time = 0
  const mailbox = createMailbox(() => new Date(time++))
  await mailbox.send({ to: 'a@example.org', subject: 'first', text: '' })
  await mailbox.send({ to: 'b@example.org', subject: 'other', text: '' })
  await mailbox.send({ to: 'a@example.org', subject: 'second', text: '' })
  expect(mailbox.lettersTo('a@example.org').map(({ subject }) => subject)).toEqual(['second', 'first'])
  expect(mailbox.lettersTo('c@example.org')).toEqual([])
  for (let sent = 0; sent < 200; sent++) {
    await mailbox.send({ to: 'b@example.org', subject: String(sent), text: '' })
  }
  expect(mailbox.lettersTo('a@example.org')).toEqual([])
  expect(mailbox.lettersTo('b@example.org')).toHaveLength(200)
})
