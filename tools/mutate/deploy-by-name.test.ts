import { expect, it } from 'vitest'
import { deployingByName, HELPER_PATH } from './deploy-by-name.ts'

const HEAD = '// SPDX-License-Identifier: GPL-3.0-or-later\npragma solidity ^0.8.28;\n'
const transformed = (body: string) => deployingByName(`${HEAD}${body}`, ['DR', 'Exchange'])
const IMPORT = `\nimport {deployByName} from "${HELPER_PATH}";`

it('deploys the named contracts by name, with encoded arguments', () => {
  expect(transformed('dr = new DR(holders, amounts);')).toBe(
    `${HEAD.trimEnd()}${IMPORT}\ndr = DR(deployByName("src/DR.sol:DR", abi.encode(holders, amounts)));`,
  )
})

it('takes arguments with parentheses, in strings too, and one creation inside another', () => {
  expect(transformed('new Exchange(address(new DR(f(1), ")(")), Cap(1, 2));')).toContain(
    'Exchange(deployByName("src/Exchange.sol:Exchange", abi.encode(address(DR(deployByName("src/DR.sol:DR", abi.encode(f(1), ")(")))), Cap(1, 2))));',
  )
})

it('leaves other creations and other texts as they are', () => {
  for (const body of ['new DRGV(a);', 'new Handler();', 'new uint256[](3);', 'renewDR(1);'])
    expect(transformed(body)).toBe(`${HEAD}${body}`)
})

it('says which parenthesis is never closed', () => {
  expect(() => transformed('new DR(1')).toThrow('A parenthesis is never closed: (1')
})
