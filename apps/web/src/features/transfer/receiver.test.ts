import { getAddress } from 'viem'
import { expect, test } from 'vitest'
import { readReceiver } from './receiver.ts'

const BOB = getAddress('0x3c44cdddb6a900fa2b585dd299e03d12fa4293bc')
const OWN = '0x70997970c51812dc3a010c7d01b50e0d17dc79c8'
const read = (text: string) => readReceiver(text, OWN)

test('an address in lower case or with a right checksum', () => {
  for (const text of [BOB, ` ${BOB}\n`, BOB.toLowerCase(), `0x${BOB.slice(2).toUpperCase()}`]) {
    expect(read(text)).toEqual({ ok: true, address: BOB.toLowerCase() })
  }
})

test('what a chat program put round the address is not a part of it; its checksum still counts', () => {
  for (const text of [
    `${BOB}。`,
    `\u200b${BOB}`,
    BOB.replace('0x', '0X'),
    `https://bscscan.com/address/${BOB}`,
  ])
    expect(read(text)).toEqual({ ok: true, address: BOB.toLowerCase() })
})

test('one letter in the wrong case is a wrong address', () => {
  const letter = [...BOB].findIndex((character, index) => index > 1 && /[a-z]/i.test(character))
  const swapped =
    BOB[letter] === BOB[letter]?.toLowerCase() ? BOB[letter]?.toUpperCase() : BOB[letter]?.toLowerCase()
  expect(read(BOB.slice(0, letter) + swapped + BOB.slice(letter + 1))).toEqual({
    ok: false,
    problem: 'checksum',
  })
})

test('what is no address, and oneself, is refused', () => {
  for (const text of ['', '0x', BOB.slice(0, -1), `${BOB}0`, 'bob', `${BOB.slice(0, -1)}g`]) {
    expect(read(text)).toEqual({ ok: false, problem: 'invalid' })
  }
  expect(read(OWN)).toEqual({ ok: false, problem: 'self' })
  expect(read(getAddress(OWN))).toEqual({ ok: false, problem: 'self' })
})
