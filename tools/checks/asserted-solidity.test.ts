import { expect, it } from 'vitest'
import { isSeen } from './asserted.ts'
import { assertedInSolidity } from './asserted-solidity.ts'

const SOURCE = `contract A {
    event Sent(address account, uint256 amount);

    // “Not ASCII”: the compiler counts bytes.
    function test_x_asserts() public {
        uint256 before = token.totalSupply();
        send(alice, 7);
        assertEq(token.balanceOf(alice), 8);
        assertLt(token.totalSupply(), before);
        vm.expectEmit(address(this));
        emit Sent(bob, 9);
        vm.expectRevert(Paused.selector);
        send(bob, 9);
    }

    function test_x_reads() public {
        token.balanceOf(alice);
    }
}
`

it.each([
  ['token.balanceOf(alice)', true],
  ['before = ', false],
  ['token.totalSupply()', true],
  ['Sent(bob, 9)', true],
  ['Paused.selector', true],
  ['send(alice, 7)', false],
  ['send(bob, 9)', false],
  ['assertEq', false],
])('in a test of Solidity “%s” is asserted: %s', (word, asserted) => {
  expect(isSeen(SOURCE, word, assertedInSolidity(SOURCE, 'test_x_asserts') ?? [])).toBe(asserted)
})

it('knows a test that asserts nothing, and one that is missing', () => {
  expect(assertedInSolidity(SOURCE, 'test_x_reads')).toEqual([])
  expect(assertedInSolidity(SOURCE, 'test_y')).toBeUndefined()
})
