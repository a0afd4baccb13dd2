import { expect, test } from 'vitest'
import { codeOf } from './results.ts'

test('a result depends on the code of a source, not on its comments', () => {
  const source = [
    '/// @notice One.',
    'contract A {',
    '    /* two',
    '       lines */',
    '    string constant URL = "https://a.example/*"; // three',
    "    string constant QUOTED = 'it\\'s // four';",
    '',
    '    uint256 constant HALF = 4 / 2;',
    '}',
    '',
  ].join('\n')
  expect(codeOf(source)).toBe(
    [
      '',
      'contract A {',
      '    string constant URL = "https://a.example/*";',
      "    string constant QUOTED = 'it\\'s // four';",
      '    uint256 constant HALF = 4 / 2;',
      '}',
      '',
    ].join('\n'),
  )
})
