import { CALLS } from '@dr/protocol/calls/index'
import { TEXTAREA_MAX_LENGTH } from '@dr/protocol/constants'
import { describeOnDatabase, testWallet } from '@dr/test-kit'
import { expect, test } from 'vitest'
import { type HttpTestApp, startHttpTestApp } from '../../../test/app/http-test-app.ts'
import type { Database } from '../../platform/database/database.ts'
import { editNotice, publishNotice, withdrawNotice } from './index.ts'

const AT = new Date('2026-01-01T00:00:00Z')
const chinese = (title: string) => ({ 'zh-CN': { title, text: `${title}的内容` } })

const open = async (database: Database) => {
  const app = await startHttpTestApp(database)
  const get = async (token: string, path: string) =>
    (await app.send({ method: 'GET', url: path, headers: { authorization: `Bearer ${token}` } })).body
  const list = (token: string, query = '') => get(token, `${CALLS.getSysNoticeList.path}${query}`)
  const info = (token: string, query: string) => get(token, `${CALLS.getSysNoticeInfo.path}${query}`)
  const publish = (texts: Parameters<typeof publishNotice>[1]) =>
    database.transaction((tx) => publishNotice(tx, texts, AT))
  return { app, list, info, publish, database }
}

const tokenOf = async (app: HttpTestApp, name: string) => (await app.register(testWallet(name))).token

describeOnDatabase('notices', ({ openDatabase }) => {
  test('are unread until they are opened, for each user on their own; answered as the legacy calls are', async () => {
    const { app, list, info, publish } = await open(await openDatabase())
    const [alice, bob] = [await tokenOf(app, 'alice'), await tokenOf(app, 'bob')]
    const empty = { items: [], nextCursor: null, unread: 0 }
    expect(await list(alice)).toEqual({ success: true, code: 0, message: 'ok', data: empty })
    const { id } = await publish(chinese('维护'))
    await publish(chinese('第二'))
    expect((await list(alice)).data).toMatchObject({
      items: [
        { title: '第二', read: false },
        { id, read: false },
      ],
      unread: 2,
    })
    expect((await info(alice, `?id=${id}`)).data).toMatchObject({ id, title: '维护', read: true })
    expect((await info(alice, `?id=${id}`)).data).toMatchObject({ read: true })
    expect((await list(alice)).data).toMatchObject({
      items: [{ read: false }, { id, read: true }],
      unread: 1,
    })
    expect((await list(bob)).data).toMatchObject({ unread: 2 })
  })

  test('come in the language asked for, and in zh-CN where they were not written in it', async () => {
    const { app, list, info, publish } = await open(await openDatabase())
    const token = await tokenOf(app, 'alice')
    const en = { title: 'Maintenance', text: 'On Monday' }
    const { id } = await publish({ ...chinese('维护'), en })
    expect((await list(token, '?locale=en')).data).toMatchObject({ items: [{ locale: 'en', ...en }] })
    const fallback = { locale: 'zh-CN', title: '维护' }
    expect((await list(token, '?locale=vi')).data).toMatchObject({ items: [fallback] })
    expect((await info(token, `?id=${id}&locale=ko`)).data).toMatchObject(fallback)
    expect((await info(token, `?id=${id}`)).data).toMatchObject(fallback)
    expect(await info(token, `?id=${id}&locale=xx`)).toMatchObject({ success: false, code: 10002 })
  })

  test('come in pages, newest first, each once', async () => {
    const { app, list, publish } = await open(await openDatabase())
    const token = await tokenOf(app, 'alice')
    for (let n = 1; n <= 5; n += 1) await publish(chinese(`第${n}`))
    const seen: string[] = []
    let cursor: unknown = null
    do {
      const { data } = await list(token, `?limit=2${cursor === null ? '' : `&cursor=${cursor}`}`)
      seen.push(...(data as { items: { title: string }[] }).items.map(({ title }) => title))
      cursor = data?.nextCursor
    } while (cursor !== null)
    expect(seen).toEqual(['第5', '第4', '第3', '第2', '第1'])
  })

  test('that are withdrawn are gone; that are edited are unread again', async () => {
    const { app, list, info, publish, database } = await open(await openDatabase())
    const token = await tokenOf(app, 'alice')
    const [one, two] = [await publish(chinese('一')), await publish(chinese('二'))]
    for (const { id } of [one, two]) await info(token, `?id=${id}`)
    expect((await list(token)).data).toMatchObject({ unread: 0 })
    const edit = await database.transaction((tx) =>
      editNotice(tx, { id: BigInt(one.id), texts: chinese('改'), at: AT }),
    )
    await database.transaction((tx) => withdrawNotice(tx, { id: BigInt(two.id), at: AT }))
    const edited = { id: one.id, title: '改', read: false, editedAt: AT.toISOString() }
    expect((await list(token)).data).toMatchObject({ items: [edited], unread: 1 })
    expect(edit.before.readers).toBe(1)
    expect(edit.after.readers).toBe(0)
    await info(token, `?id=${one.id}`)
    expect((await list(token)).data).toMatchObject({ items: [{ read: true }], unread: 0 })
    const gone = { success: false, code: 10002, data: { path: 'id', reason: 'no-such-notice' } }
    expect(await info(token, `?id=${two.id}`)).toMatchObject(gone)
    expect(await info(token, `?id=${2n ** 70n}`)).toMatchObject(gone)
    await expect(
      database.transaction((tx) => withdrawNotice(tx, { id: BigInt(two.id), at: AT })),
    ).rejects.toMatchObject({ code: 10002 })
  })

  test('are listed in pages without a session, without read state', async () => {
    const { app, publish, database } = await open(await openDatabase())
    for (let n = 1; n <= 3; n += 1) await publish(chinese(`第${n}`))
    const { id } = await publish(chinese('撤回'))
    await database.transaction((tx) => withdrawNotice(tx, { id: BigInt(id), at: AT }))
    const read = async (query: string) =>
      (await app.send({ method: 'GET', url: `${CALLS.publicNotices.path}${query}` })).body
    const first = await read('?limit=2&locale=ja')
    expect(first).toMatchObject({ code: 0 })
    expect(CALLS.publicNotices.response.parse(first.data)).toMatchObject({
      items: [
        { title: '第3', locale: 'zh-CN' },
        { title: '第2', text: '第2的内容' },
      ],
    })
    const second = await read(`?limit=2&cursor=${first.data?.nextCursor}`)
    expect(second.data).toMatchObject({ items: [{ title: '第1' }], nextCursor: null })
  })

  test('ask for a session, and their text is at most as long as a text area takes', async () => {
    const { app } = await open(await openDatabase())
    const reply = await app.send({ method: 'GET', url: CALLS.getSysNoticeList.path })
    expect([reply.status, reply.body.code]).toEqual([403, 1012])
    const longest = '字'.repeat(TEXTAREA_MAX_LENGTH)
    const fits = (text: string) =>
      CALLS.operatorSaveNotice.request.safeParse({ texts: { 'zh-CN': { title: '题', text } } }).success
    expect([fits(longest), fits(`${longest}字`), fits(' '), fits('a\0b')]).toEqual([
      true,
      false,
      false,
      false,
    ])
  })
})
