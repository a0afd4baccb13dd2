import { describe, expect, it } from 'vitest'
import { cleanAddress } from './clean-url.ts'

const inviter = '0x71c7656ec7ab88b098defb751b7401b5f6d89a2f'

describe('cleanAddress', () => {
  it('takes the inviter out of the query before the hash', () => {
    expect(cleanAddress(`?address=${inviter}`, '')).toEqual({
      search: '',
      hash: '',
      inviter,
      watched: undefined,
    })
  })
  it('takes the inviter out of the query after the hash, which wins', () => {
    expect(cleanAddress('?address=OTHERONE', `#/?address=${inviter}`)).toEqual({
      search: '',
      hash: '#/',
      inviter,
      watched: undefined,
    })
  })
  it('takes the watched address out, wherever it is', () => {
    for (const [search, hash] of [
      [`?watch=${inviter}`, '#/pages/dao/dao'],
      ['', `#/pages/dao/dao?watch=${inviter}`],
    ] as const)
      expect(cleanAddress(search, hash)).toEqual({
        search: '',
        hash: '#/pages/dao/dao',
        inviter: undefined,
        watched: inviter,
      })
  })
  it('strips utm_ parameters on both sides and keeps the rest', () => {
    expect(cleanAddress('?utm_source=x&keep=1', '#/pages/dao/dao?utm_medium=y&value1=2')).toEqual({
      search: '?keep=1',
      hash: '#/pages/dao/dao?value1=2',
      inviter: undefined,
      watched: undefined,
    })
  })
  it.each(['。', ')', '%E3%80%82', '%E3%80%82%E5%BF%AB%E6%9D%A5', '）!'])(
    'takes off what a chat program put after the link: %s',
    (added) => {
      expect(cleanAddress(`?address=${inviter}`, `#/${added}`)).toMatchObject({ hash: '#/', inviter })
      expect(cleanAddress('', `#/pages/dao/dao${added}`)).toMatchObject({ hash: '#/pages/dao/dao' })
    },
  )
  it('does not change a clean address', () => {
    expect(cleanAddress('', '#/pages/assets/assets')).toEqual({
      search: '',
      hash: '#/pages/assets/assets',
      inviter: undefined,
      watched: undefined,
    })
  })
})
