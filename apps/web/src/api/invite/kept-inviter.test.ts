import { expect, it } from 'vitest'
import {
  forgetInviter,
  isInviter,
  isOwnInviter,
  keepInviter,
  readInviter,
  readKeptInviter,
} from './kept-inviter.ts'

const address = '0x71C7656EC7ab88b098defB751B7401B5f6d89A2f'
const other = '0x3c44cdddb6a900fa2b585dd299e03d12fa4293bc'
const zeroWidth = '\u200b'

it.each([
  ['the address', address],
  ['a full stop of a Chinese sentence', `${address}。`],
  ['a bracket', `${address})`],
  ['a full-width bracket and comma', `（${address}，`],
  ['a zero-width space inside', `${address.slice(0, 9)}${zeroWidth}${address.slice(9)}`],
  ['a byte-order mark and blanks', `\ufeff  ${address}\n`],
  ['a mark of writing direction', `\u202a${address}\u202c`],
  ['0X', address.replace('0x', '0X')],
  ['full-width digits', address.replace('71', '７１')],
  ['the invite link', `https://dr.example/?address=${address}#/`],
  ['the link in a sentence', `邀请你：https://dr.example/?address=${address}#/。快来`],
  ['the link without its hash, in brackets', `(https://dr.example/?address=${address})`],
  ['the link, encoded', `https://dr.example/%3Faddress%3D${address}%23%2F`],
  [
    'the link inside a wallet’s link',
    `https://web3.okx.com/download?deeplink=${encodeURIComponent(`okx://wallet/dapp/url?dappUrl=${encodeURIComponent(`https://dr.example/?address=${address}#/`)}`)}`,
  ],
  ['another parameter beside it', `https://dr.example/?utm_source=${other}&address=${address}`],
])('reads the address with %s', (_, text) => {
  expect(readInviter(text)).toBe(address)
})

it.each([
  ['the code', 'ABCD2345'],
  ['small letters', 'abcd2345'],
  ['punctuation', '「ABCD2345」。'],
  ['a zero-width character', `ABCD${zeroWidth}2345`],
  ['blanks', ' ABCD2345 '],
  ['full-width letters', 'ＡＢＣＤ2345'],
  ['the link', 'https://dr.example/?address=ABCD2345#/'],
])('reads the code with %s', (_, text) => {
  expect(readInviter(text).toUpperCase()).toBe('ABCD2345')
})

it.each([
  ['nothing', ''],
  ['two addresses', `${address} ${other}`],
  ['an address that is too long', `${address}0`],
  ['an address that is too short', address.slice(0, -1)],
  ['a sentence', 'come and join us'],
  ['a lone percent sign', '100%'],
  ['a link without an inviter', 'https://dr.example/#/'],
])('reads no inviter from %s, and keeps what is seen', (_, text) => {
  expect(isInviter(readInviter(text))).toBe(false)
  expect(readInviter(text)).toBe(text)
})

it('keeps an invitation that cannot be read as it is seen, until one that can takes its place', () => {
  keepInviter(`https://dr.example/?address=${address.slice(0, 30)}。`)
  expect(readKeptInviter()).toBe(`${address.slice(0, 30)}。`)
  keepInviter('a'.repeat(9_999))
  expect(readKeptInviter()).toBe('a'.repeat(500))
  keepInviter(`${address})`)
  expect(readKeptInviter()).toBe(address)
  keepInviter('ABCD2345')
  keepInviter('come and join us')
  expect(readKeptInviter()).toBe('ABCD2345')
  forgetInviter()
  keepInviter(' ')
  expect(readKeptInviter()).toBeUndefined()
})

it('knows the project’s own code for no one’s invitation, by the code, by its link and by its address', () => {
  expect(isOwnInviter('HNNNAWTL', 'HNNNAWTL', undefined)).toBe(true)
  expect(isOwnInviter('HNNNAWTL', 'hnnnawtl ', undefined)).toBe(true)
  expect(isOwnInviter('HNNNAWTL', address, { inviteCode: 'HNNNAWTL' })).toBe(true)
  expect(isOwnInviter('HNNNAWTL', address, undefined)).toBe(false)
  expect(isOwnInviter('HNNNAWTL', 'ABCD2345', { inviteCode: 'ABCD2345' })).toBe(false)
  expect(isOwnInviter('', '', null)).toBe(false)
})
