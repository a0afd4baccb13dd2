/**
 * Makes tests deploy a contract by name instead of `new`, so that their bytecode does not contain it and
 * they are not recompiled for each fault. Forge's dynamic test linking does the same, but in Forge 1.7.1 a
 * test ends as passed with the first `new` after `vm.expectRevert`.
 */

/** Imported by the tests of a copy; the path is relative to the project. */
export const HELPER_PATH = 'test/support/DeployByName.sol'
export const HELPER = `// SPDX-License-Identifier: GPL-3.0-or-later
pragma solidity ^0.8.28;

import {Vm} from "forge-std/Vm.sol";

/// @dev As \`new\` does it; \`args\` are the encoded arguments of the constructor.
function deployByName(string memory name, bytes memory args) returns (address payable deployed) {
    bytes memory code = abi.encodePacked(Vm(address(uint160(uint256(keccak256("hevm cheat code"))))).getCode(name), args);
    assembly {
        deployed := create(0, add(code, 0x20), mload(code))
        if iszero(deployed) {
            returndatacopy(0, 0, returndatasize())
            revert(0, returndatasize())
        }
    }
}
`

/** Index after the parenthesis that closes the one at `open`. */
const closing = (text: string, open: number): number => {
  let depth = 0
  let quote = ''
  for (let at = open; at < text.length; at += 1) {
    const character = text[at] ?? ''
    if (quote !== '') {
      if (character === quote) quote = ''
    } else if (character === '"' || character === "'") quote = character
    else if (character === '(') depth += 1
    else if (character === ')') depth -= 1
    if (depth === 0) return at + 1
  }
  throw new Error(`A parenthesis is never closed: ${text.slice(open, open + 80)}`)
}

/** Replaces `new Name(…)` of the named contracts in a test by a deployment by name. */
export const deployingByName = (text: string, names: readonly string[]): string => {
  if (names.length === 0) return text
  const creation = new RegExp(`\\bnew (${names.join('|')})\\(`)
  let result = text
  for (let found = creation.exec(result); found !== null; found = creation.exec(result)) {
    const [head, name = ''] = found
    const end = closing(result, found.index + head.length - 1)
    const args = result.slice(found.index + head.length, end - 1)
    const call = `${name}(deployByName("src/${name}.sol:${name}", abi.encode(${args})))`
    result = result.slice(0, found.index) + call + result.slice(end)
  }
  if (result === text) return text
  return result.replace(
    /^pragma solidity [^;]*;/m,
    (pragma) => `${pragma}\nimport {deployByName} from "${HELPER_PATH}";`,
  )
}
