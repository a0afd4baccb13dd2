import { expect, it } from 'vitest'
import { sentences } from './sentences.ts'

it('puts a space between sentences, but for Chinese and Japanese; leaves out what is not there', () => {
  expect(sentences('One.', undefined, 'Two.', null, '', 'Three.')).toBe('One. Two. Three.')
  expect(sentences('服务器没有响应。', '费用不变。')).toBe('服务器没有响应。费用不变。')
  expect(sentences('', 'One.')).toBe('One.')
  expect(sentences()).toBe('')
})
